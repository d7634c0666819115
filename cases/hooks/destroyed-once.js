// title "a timeout, an immediate and a tick are destroyed once each, after their callbacks"
// rules HOOK-24
// layer node

const { createHook } = require('async_hooks');

const names = new Map();
createHook({
  init(id, type) { if (['Timeout', 'Immediate', 'TickObject'].includes(type) && names.size < 3) names.set(id, type); },
  destroy(id) { if (names.has(id)) log('destroyed', ['TickObject', 'Immediate', 'Timeout'].indexOf(names.get(id))); },
}).enable();
process.nextTick(() => log('tick'));
setImmediate(() => log('immediate'));
setTimeout(() => log('timeout'), 10);
setTimeout(() => log('end'), 50);
