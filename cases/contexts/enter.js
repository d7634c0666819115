// title "a store that is entered stays for the rest of the callback and what it creates"
// rules CONTEXT-9
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  setTimeout(() => {
    setImmediate(() => tell('created-before'));
    storage.enterWith(1);
    tell('entered');
    setImmediate(() => tell('created-after'));
  }, 1);
  setTimeout(() => tell('other'), 10);
}
