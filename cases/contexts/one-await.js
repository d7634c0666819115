// title "a store that is given to one awaited call is not there after it"
// rules CONTEXT-4
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  (async () => {
    await storage.run(1, async () => {
      tell('inside');
      await null;
      tell('inside');
    });
    tell('afterwards');
  })();
}
