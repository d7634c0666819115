// title "each resource has an id of its own"
// rules HOOK-8
// layer node

const hooks = require('async_hooks');

const ids = [];
hooks.createHook({
  init: (id, type) => { if (['Timeout', 'Immediate', 'TickObject'].includes(type)) ids.push(id); },
}).enable();
for (let i = 0; i < 10; i++) {
  setTimeout(() => {}, 1);
  setImmediate(() => {});
  process.nextTick(() => {});
}
log('made', ids.length);
log('unique', new Set(ids).size);
