// title "after comes and the context is restored though the function of a resource throws"
// rules HOOK-14
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'OWN') ids.add(id); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
const outside = hooks.executionAsyncId();
try {
  new hooks.AsyncResource('OWN').runInAsyncScope(() => {
    log('throw');
    throw new Error('thrown');
  });
} catch (error) {
  log(error.message);
}
log(hooks.executionAsyncId() === outside ? 'restored' : 'other');
