// title "a resource that is cancelled has an init and a destroy, and no before"
// rules HOOK-4
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'Timeout') { ids.add(id); log('init'); } },
  before: (id) => { if (ids.has(id)) log('pre'); },
  destroy: (id) => { if (ids.has(id)) log('destroy'); },
}).enable();
clearTimeout(setTimeout(() => log('callback'), 1));
log('cleared');
