// title "disposing of a scope once more changes nothing; a storage has its name"
// rules CONTEXT-19
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 26 on, and in the last releases of 24.
if (process.versions.node.split('.')[0] >= 26) {
  const storage = new AsyncLocalStorage({ name: 'name' });
  log(storage.name);
  const tell = (label) => log(label, storage.getStore() || 0);
  const scope = storage.withScope(1);
  tell('scope');
  scope[Symbol.dispose]();
  tell('left');
  storage.enterWith(2);
  scope[Symbol.dispose]();
  tell('again');
}
