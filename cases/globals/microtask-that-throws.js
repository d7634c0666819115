// title "an exception in a queued microtask is an uncaught exception"
// rules GLOBAL-7
// layer node

// From Node 11 on.
if (global.queueMicrotask) {
  process.on('uncaughtException', (error) => log(error.message));
  queueMicrotask(() => { throw new Error('thrown'); });
  setTimeout(() => log('timeout'), 1);
  process.nextTick(() => log('tick'));
}
