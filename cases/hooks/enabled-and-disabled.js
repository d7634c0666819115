// title "a hook is called only while it is enabled, and is not at first"
// rules HOOK-9
// layer node

const hooks = require('async_hooks');

let made = 0;
const hook = hooks.createHook({ init: (id, type) => { if (type === 'Immediate') made++; } });
const make = () => { setImmediate(() => {}); return made; };
log('at-first', make());
log(hook.enable() === hook ? 'self' : 'other');
log('enabled', make());
log(hook.disable() === hook ? 'self' : 'other');
log('disabled', make());
hook.enable();
log('again', make());
