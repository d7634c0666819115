// title "an inner run has its own store, and the outer one is back after it"
// rules CONTEXT-5
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    setImmediate(() => tell('outer-immediate'));
    storage.run(2, () => {
      tell('inner');
      setImmediate(() => tell('inner-immediate'));
    });
    tell('outer');
  });
}
