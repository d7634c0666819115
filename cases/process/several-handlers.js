// title "all handlers of an uncaught exception are called, in order, and so are those of an unhandled rejection"
// rules LIFE-26
// layer node

for (const number of [1, 2, 3]) {
  process.on('uncaughtException', (error) => log('uncaught', number));
  process.on('unhandledRejection', (reason) => log('unhandled', number));
}
setTimeout(() => {
  process.nextTick(() => log('tick'));
  throw new Error('x');
}, 1);
setTimeout(() => Promise.reject(new Error('y')), 5);
