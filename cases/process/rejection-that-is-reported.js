// title "a handler of unhandled rejections gets the reason and the promise, and keeps the process running"
// rules LIFE-13
// layer node

const promise = Promise.reject(new Error('reason'));
process.on('unhandledRejection', (reason, rejected) => {
  log(reason.message);
  log(rejected === promise ? 'promise' : 'other');
});
process.on('uncaughtException', () => log('uncaught'));
process.on('exit', (code) => log('exit', code));
setTimeout(() => log('timeout'), 1);
