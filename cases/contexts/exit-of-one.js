// title "to exit a storage leaves the stores of others alone, within and after"
// rules CONTEXT-21
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const [first, second] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
  const tell = (label) => log(label, 10 * (first.getStore() || 0) + (second.getStore() || 0));
  first.run(1, () => second.run(2, () => {
    first.exit(() => {
      tell('exited');
      setTimeout(() => tell('timeout'), 1);
      second.exit(() => tell('both'));
      first.run(3, () => tell('entered'));
    });
    tell('back');
    second.exit(() => first.enterWith(4));
    tell('entered-within');
  }));
  tell('outside');
}
