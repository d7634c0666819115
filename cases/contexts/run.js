// title "run calls its function at once, with the store, and gives back its result"
// rules CONTEXT-1
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 12.17 on, as all of these.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  tell('outside');
  log('result', storage.run(1, (a, b) => {
    tell('inside');
    return a + b;
  }, 40, 2));
  tell('afterwards');
}
