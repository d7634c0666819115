// title "a run within an exit has its store, and after it the outer store is back or not"
// rules CONTEXT-22
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    storage.exit(() => {
      tell('exited');
      storage.run(2, () => tell('run'));
      tell('rest');
    });
    tell('back');
  });
}
