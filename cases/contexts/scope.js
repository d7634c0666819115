// title "a scope enters its store until it is disposed of, and then brings back the one before"
// rules CONTEXT-13
// layer node

const { AsyncLocalStorage } = require('async_hooks');

const [major, minor] = process.versions.node.split('.').map(Number);
// From Node 24.20 and 25.9 on. Asked of the version, with a log first: one that lost it fails.
if (major >= 24 && minor >= ({ 24: 20, 25: 9 }[major] || 0)) {
  log('begin');
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    const scope = storage.withScope(2);
    tell('within');
    setImmediate(() => tell('immediate'));
    scope.dispose();
    tell('disposed-of');
    storage.run(3, () => {
      scope.dispose(); // A second time it does nothing.
      tell('inner');
    });
  });
}
