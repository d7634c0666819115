// title "before and after come only for promises that a reaction makes, and the trigger is the first one"
// rules HOOK-11
// layer node

const hooks = require('async_hooks');

const triggers = new Map();
const names = [];
const name = (id) => `p${names.indexOf(id) + 1}`;
hooks.createHook({
  init: (id, type, trigger) => {
    if (type !== 'PROMISE') return;
    triggers.set(id, trigger);
    names.push(id);
    log('init', names.length);
  },
  before: (id) => { if (triggers.has(id)) log(`before-${name(id)}`); },
  after: (id) => { if (triggers.has(id)) log(`after-${name(id)}`); },
  promiseResolve: (id) => { if (triggers.has(id)) log(`resolve-${name(id)}`); },
}).enable();
new Promise((resolve) => resolve(true)).then(() => {
  log('reaction');
  log(triggers.get(hooks.executionAsyncId()) === names[0] ? 'trigger' : 'other');
});
