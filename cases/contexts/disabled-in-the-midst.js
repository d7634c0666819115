// title "a storage that is disabled within a run has no store at once, and the next run works again"
// rules CONTEXT-10
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const other = new AsyncLocalStorage();
  other.run(5, () => storage.run(1, () => {
    storage.disable();
    log('disabled', Number(storage.getStore() === undefined));
    log('other', other.getStore());
    storage.run(2, () => {
      log('again', storage.getStore());
      setTimeout(() => log('later', storage.getStore()), 1);
    });
  }));
  storage.enterWith(3);
  log('entered', storage.getStore());
}
