// title "a snapshot and a bound function bring back the context in which they were made"
// rules CONTEXT-12
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 18.16 on.
if (AsyncLocalStorage && AsyncLocalStorage.snapshot) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  const inside = storage.run(1, () => AsyncLocalStorage.snapshot());
  const bound = storage.run(2, () => AsyncLocalStorage.bind(tell));
  storage.run(3, () => {
    inside(tell, 'snapshot');
    bound('bound');
    tell('current');
  });
}
