// title "the execution id is that of the resource that is called, the trigger that of who made it"
// rules HOOK-7
// layer node

const hooks = require('async_hooks');

const made = new Map();
hooks.createHook({
  init: (id, type, trigger) => { if (type === 'Timeout') made.set(id, trigger); },
}).enable();
const top = hooks.executionAsyncId();
setTimeout(() => {
  const outer = hooks.executionAsyncId();
  log(made.get(outer) === top && hooks.triggerAsyncId() === top ? 'outer' : 'wrong');
  setTimeout(() => {
    const inner = hooks.executionAsyncId();
    log(inner !== outer && made.get(inner) === outer ? 'inner' : 'wrong');
    log(hooks.triggerAsyncId() === outer ? 'trigger' : 'wrong');
  }, 1);
}, 1);
