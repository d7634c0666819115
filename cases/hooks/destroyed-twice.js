// title "a second emitDestroy of a resource throws nothing, and destroy is called again"
// rules HOOK-19
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'OWN') ids.add(id); },
  destroy: (id) => { if (ids.has(id)) log('destroy'); },
}).enable();
const resource = new hooks.AsyncResource('OWN');
log(resource.emitDestroy() === resource ? 'self' : 'other');
try {
  resource.emitDestroy();
  log('end');
} catch (error) {
  log('thrown');
}
setTimeout(() => log('timeout'), 5);
