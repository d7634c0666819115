// title "timeouts, immediates, ticks, promises and requests each have one init"
// rules HOOK-24
// layer node

const fs = require('fs');
const { createHook } = require('async_hooks');

const init = {};
const hook = createHook({
  init(id, type) { init[type] = (init[type] || 0) + 1; },
}).enable();
setTimeout(() => {}, 1);
setTimeout(() => {}, 2);
setImmediate(() => {});
process.nextTick(() => {});
void new Promise(() => {});
fs.stat('.', () => {});
hook.disable();
log('timeouts', init.Timeout);
log('immediates', init.Immediate);
log('ticks', init.TickObject);
log('promises', init.PROMISE);
log('requests', init.FSREQCALLBACK || init.FSREQWRAP);
