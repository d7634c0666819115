// title "a storage that is made with a default value gives it where there is no store"
// rules CONTEXT-14
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 24 on.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const storage = new AsyncLocalStorage({ defaultValue: 7, name: 'a-name' });
  log('default', storage.getStore());
  // The store of another is none of its own.
  new AsyncLocalStorage().run(9, () => log('beside', storage.getStore()));
  storage.run(8, () => log('store', storage.getStore()));
  log('after', storage.getStore());
  setTimeout(() => log('later', storage.getStore()), 1);
  storage.run(8, () => storage.exit(() => log('left', Number(storage.getStore() === undefined))));
  log('named', Number(storage.name === 'a-name'));
}
