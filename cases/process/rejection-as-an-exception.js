// title "a rejection that nobody handles is an uncaught exception, with that origin"
// rules LIFE-12
// layer node

process.on('uncaughtException', (error, origin) => {
  log(error.message);
  log(origin);
});
Promise.reject(new Error('rejected'));
setTimeout(() => log('timeout'), 1);
