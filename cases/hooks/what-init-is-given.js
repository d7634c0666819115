// title "init is given the id, the type, the trigger and the resource of what is made"
// rules HOOK-20
// layer node

const hooks = require('async_hooks');

const types = [];
const ids = [];
let given = 0;
const hook = hooks.createHook({
  init(id, type, trigger, resource) {
    types.push(type);
    ids.push(id);
    given += Number(trigger === hooks.executionAsyncId()) + Number(typeof resource === 'object');
  },
});
log('same', Number(hook.enable() === hook));
const timer = setTimeout(() => {}, 1);
const immediate = setImmediate(() => {});
process.nextTick(() => {});
const mine = new hooks.AsyncResource('MINE');
log('same', Number(hook.disable() === hook));
clearTimeout(timer);
clearImmediate(immediate);
log('typed', Number(types.every((type) => typeof type === 'string' && type !== '')));
log('mine', Number(types.pop() === 'MINE' && ids[ids.length - 1] === mine.asyncId()));
log('given', Number(given === 2 * ids.length));
log('growing', Number(ids.every((id, i) => i === 0 || id > ids[i - 1])));
