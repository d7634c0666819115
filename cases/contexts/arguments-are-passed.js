// title "run and exit pass all further arguments on and return the result as it is"
// rules CONTEXT-1 CONTEXT-8
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const sum = (...numbers) => numbers.reduce((a, b) => a + b, 0);
  log('run', storage.run('store', sum, 1, 2, 3, 4));
  log('exit', storage.exit(sum, 5, 6, 7));
  const object = {};
  log('same', Number(storage.run('store', () => object) === object));
  const store = { count: 0 };
  storage.run(store, () => {
    storage.getStore().count++;
    setTimeout(() => log('mutable', ++storage.getStore().count), 1);
  });
  for (const value of [0, '', null, false, NaN]) {
    storage.run(value, () => log('value', Number(Object.is(storage.getStore(), value))));
  }
  log('none', Number(storage.getStore() === undefined));
}
