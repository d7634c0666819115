// title "a store that was entered is there in all that follows: the rest of the code, its microtasks and what they start"
// rules CONTEXT-17
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 13.11 on, and from 12.17.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.enterWith(1);
  tell('rest');
  process.nextTick(() => tell('tick'));
  Promise.resolve().then(() => {
    tell('microtask');
    setTimeout(() => tell('of-a-microtask'), 20);
  });
  setTimeout(() => {
    tell('timeout');
    storage.enterWith(2);
    tell('entered');
    setImmediate(() => tell('immediate'));
  }, 1);
  setTimeout(() => tell('other'), 40);
}
