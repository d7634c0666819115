// title "storages do not see each other's stores"
// rules CONTEXT-6
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const first = new AsyncLocalStorage();
  const second = new AsyncLocalStorage();
  const tell = () => {
    log('first', first.getStore() || 0);
    log('second', second.getStore() || 0);
  };
  first.run(1, () => {
    tell();
    second.run(2, () => setImmediate(tell));
  });
}
