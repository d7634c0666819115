// title "the resource of the execution is that of init, and holds what is stored in it"
// rules HOOK-17
// layer node

const hooks = require('async_hooks');

// From Node 12.17 on.
if (hooks.executionAsyncResource) {
  const key = Symbol('key');
  hooks.createHook({
    init: (id, type, trigger, resource) => {
      const current = hooks.executionAsyncResource();
      if (current && type !== 'PROMISE') resource[key] = current[key];
    },
  }).enable();
  const tell = (label) => log(label, hooks.executionAsyncResource()[key] || 0);
  tell('top');
  setTimeout(() => {
    hooks.executionAsyncResource()[key] = 1;
    setTimeout(() => tell('first'), 10);
  }, 1);
  setTimeout(() => {
    hooks.executionAsyncResource()[key] = 2;
    setTimeout(() => tell('second'), 20);
  }, 1);
}
