// title "running one storage does not change another, whether that has run before or not"
// rules CONTEXT-15
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 13.10 on, and from 12.17.
if (AsyncLocalStorage) {
  const [first, second, third] = [1, 2, 3].map(() => new AsyncLocalStorage());
  const tell = () => [first, second, third].forEach((each, i) => log(`store-${i + 1}`, each.getStore() || 0));
  first.run(1, () => {});
  second.run(2, () => {
    tell();
    third.run(3, () => setTimeout(tell, 1));
  });
}
