// title "init comes when a resource is made, before right before its callback and after right after it"
// rules HOOK-1
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'Timeout') { ids.add(id); log('init'); } },
  before: (id) => { if (ids.has(id)) log('pre'); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
log('make');
setTimeout(() => {
  log('callback');
  process.nextTick(() => log('tick'));
}, 1);
log('made');
