// title "a resource of one's own has init when it is made, and before and after around each function that it runs"
// rules HOOK-13
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'OWN') { ids.add(id); log('init'); } },
  before: (id) => { if (ids.has(id)) log('pre'); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
const resource = new hooks.AsyncResource('OWN');
const outside = hooks.executionAsyncId();
const result = resource.runInAsyncScope((a, b) => {
  log(hooks.executionAsyncId() === resource.asyncId() ? 'own-scope' : 'other');
  return a + b;
}, null, 40, 2);
log('result', result);
log(hooks.executionAsyncId() === outside ? 'restored' : 'other');
log(resource.triggerAsyncId() === outside ? 'trigger' : 'other');
