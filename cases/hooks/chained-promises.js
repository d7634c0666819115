// title "before and after are called for chained promises only, whose trigger is the promise that they hang on"
// rules HOOK-25
// layer node

const { createHook } = require('async_hooks');

const ids = [];
createHook({
  init(id, type, trigger) {
    if (type !== 'PROMISE' || ids.length === 3) return;
    log('init', ids.length);
    log('trigger', ids.indexOf(trigger));
    ids.push(id);
  },
  before(id) { if (ids.includes(id)) log('enters', ids.indexOf(id)); },
  after(id) { if (ids.includes(id)) log('leaves', ids.indexOf(id)); },
}).enable();
const first = Promise.resolve(1);
const second = first.then(() => log('second'));
second.then(() => log('third'));
