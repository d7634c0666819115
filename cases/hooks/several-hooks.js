// title "of several hooks each is called while it alone is enabled, and none of them needs all callbacks"
// rules HOOK-9
// layer node

const hooks = require('async_hooks');

let [made, begun, ended] = [0, 0, 0];
const inits = hooks.createHook({ init(id, type) { made += type === 'MINE'; } });
const befores = hooks.createHook({ before() { begun++; } });
const afters = hooks.createHook({ after() { ended++; } });
const make = () => new hooks.AsyncResource('MINE').runInAsyncScope(() => {});
make();
inits.enable();
make();
befores.enable();
make();
afters.enable();
make();
inits.disable();
make();
inits.enable();
make();
hooks.createHook({}).enable().disable();
for (const hook of [inits, befores, afters]) hook.disable();
make();
log('made', made);
log('begun', begun);
log('ended', ended);
