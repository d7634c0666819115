// title "destroy comes once, after the callback and its after"
// rules HOOK-5
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'Immediate') ids.add(id); },
  after: (id) => { if (ids.has(id)) log('post'); },
  destroy: (id) => { if (ids.has(id)) log('destroy'); },
}).enable();
setImmediate(() => log('callback'));
setTimeout(() => log('timeout'), 5);
