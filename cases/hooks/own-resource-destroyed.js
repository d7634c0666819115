// title "destroy of a resource of one's own comes later, not within emitDestroy"
// rules HOOK-15
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'OWN') ids.add(id); },
  destroy: (id) => { if (ids.has(id)) log('destroy'); },
}).enable();
new hooks.AsyncResource('OWN').emitDestroy();
log('end');
setTimeout(() => log('timeout'), 5);
