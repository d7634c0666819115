// title "the store reaches reactions and code after an await, where they were created"
// rules CONTEXT-3
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  let resolve;
  const promise = new Promise((settle) => { resolve = settle; });
  storage.run(1, () => promise.then(() => tell('reaction')));
  storage.run(2, async () => {
    await promise;
    tell('awaited');
    await null;
    tell('awaited');
  });
  promise.then(() => tell('outside'));
  storage.run(3, () => setImmediate(resolve));
}
