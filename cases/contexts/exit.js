// title "exit calls its function without the store, and so are the callbacks created in it"
// rules CONTEXT-8
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    log('result', storage.exit((value) => {
      tell('inside');
      setImmediate(() => tell('immediate'));
      return value;
    }, 42));
    tell('afterwards');
  });
}
