// title "an error in run is thrown by it, and the context is left"
// rules CONTEXT-7
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  try {
    storage.run(1, () => { throw new Error('thrown'); });
  } catch (error) {
    log(error.message);
    log('store', storage.getStore() || 0);
  }
  storage.run(2, () => {
    try {
      storage.exit(() => { throw new Error('thrown-by-exit'); });
    } catch (error) {
      log(error.message);
      log('store', storage.getStore() || 0);
    }
  });
}
