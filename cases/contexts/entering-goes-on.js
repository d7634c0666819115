// title "a store that is entered counts for awaits and callbacks after it, and not for those created before"
// rules CONTEXT-9
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const see = (name) => log(name, storage.getStore() || 0);
  setTimeout(() => see('earlier'), 2);
  setImmediate(() => {
    storage.enterWith(1);
    setImmediate(() => see('within'));
    process.nextTick(() => see('tick'));
    storage.enterWith(2);
    see('entered');
    Promise.resolve().then(() => see('reaction'));
  });
  setImmediate(() => see('next'));
}
