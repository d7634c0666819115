// title "a storage that is disabled has no store until it is used again"
// rules CONTEXT-10
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    setImmediate(() => tell('immediate'));
    storage.disable();
    tell('disabled');
  });
  setTimeout(() => storage.run(2, () => tell('again')), 5);
}
