// title "a resource of one's own has its type, the trigger that it is given or the execution around it, and its id"
// rules HOOK-30
// layer node

const hooks = require('async_hooks');

const made = {};
hooks.createHook({ init: (id, type, trigger, resource) => { made[id] = { type, trigger, resource }; } }).enable();
const { AsyncResource, executionAsyncId, triggerAsyncId } = hooks;
const check = (label, resource, trigger) => {
  const { [resource.asyncId()]: told } = made;
  log(`${label}-${told.type}`);
  log('trigger', Number(told.trigger === trigger) + Number(resource.triggerAsyncId() === trigger));
  log('itself', Number(told.resource === resource));
  resource.runInAsyncScope(() => {
    log('execution', Number(executionAsyncId() === resource.asyncId()));
    log('triggered', Number(triggerAsyncId() === trigger));
    const inner = new AsyncResource('INNER');
    log('inner', Number(inner.triggerAsyncId() === resource.asyncId()));
  });
};
check('at-the-top', new AsyncResource('FIRST'), 1);
check('given', new AsyncResource('SECOND', { triggerAsyncId: 77 }), 77);
setTimeout(() => {
  check('in-a-timeout', new AsyncResource('THIRD'), executionAsyncId());
  class Own extends AsyncResource {
    constructor() { super('FOURTH'); }
  }
  const outer = new Own();
  check('derived', outer, executionAsyncId());
  outer.runInAsyncScope(() => check('within', new AsyncResource('FIFTH'), outer.asyncId()));
  const all = Object.keys(made).map(Number);
  log('growing', Number(all.every((id, i) => i === 0 || id > all[i - 1])));
}, 1);
