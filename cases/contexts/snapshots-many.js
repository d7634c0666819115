// title "a snapshot passes arguments on, gives the result, and can be called again and again from elsewhere"
// rules CONTEXT-12
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 20 on.
if (AsyncLocalStorage && AsyncLocalStorage.snapshot && Number(process.versions.node.split('.')[0]) >= 20) {
  const storage = new AsyncLocalStorage();
  const snapshot = storage.run(1, () => AsyncLocalStorage.snapshot());
  const bound = storage.run(2, () => AsyncLocalStorage.bind((...args) => storage.getStore() * 10 + args.length));
  const empty = AsyncLocalStorage.snapshot();
  storage.run(3, () => {
    log('snapshot', snapshot((a, b) => storage.getStore() * 10 + a + b, 2, 3));
    log('bound', bound('a', 'b'));
    log('empty', empty(() => Number(storage.getStore() === undefined)));
    log('after', storage.getStore());
    try { snapshot(() => { throw new Error('expected'); }); } catch (error) { log('thrown', storage.getStore()); }
    snapshot(() => setTimeout(() => log('callback', storage.getStore()), 1));
  });
  setTimeout(() => log('again', snapshot(() => storage.getStore())), 2);
}
