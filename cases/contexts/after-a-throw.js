// title "after a throw the store is the one from before: that of the outer run"
// rules CONTEXT-18
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 13.10 on, and from 12.17.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  const failing = (store) => {
    try {
      storage.run(store, () => {
        tell('inner');
        throw new Error('x');
      });
    } catch (error) {
      tell('caught');
    }
  };
  storage.run(1, () => {
    failing(2);
    try {
      storage.exit(() => { throw new Error('x'); });
    } catch (error) {
      tell('after-exit');
    }
  });
  failing(3);
}
