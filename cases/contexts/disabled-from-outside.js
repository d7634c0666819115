// title "from Node 24 on, what a run has left keeps its store although the storage is disabled from outside"
// rules CONTEXT-23
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  storage.run(1, () => setImmediate(() => log('store', storage.getStore() || 0)));
  storage.disable();
  log('none', storage.getStore() || 0);
}
