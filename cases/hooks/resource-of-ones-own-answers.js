// title "a resource of the program's own passes on this and arguments, returns the result and reports its ids"
// rules HOOK-22
// layer node

const hooks = require('async_hooks');

const { AsyncResource } = hooks;
const resource = new AsyncResource('MINE');
const second = new AsyncResource('MINE', { triggerAsyncId: resource.asyncId() });
const old = new AsyncResource('MINE', resource.asyncId());
const self = {};
log('result', resource.runInAsyncScope(function add(a, b, c) { return this === self ? a + b + c : 0; }, self, 1, 2, 3));
log('unset', Number(resource.runInAsyncScope(() => undefined) === undefined));
log('ids', Number(resource.asyncId() !== second.asyncId() && second.asyncId() === second.asyncId()));
log('trigger', Number(resource.triggerAsyncId() === hooks.executionAsyncId()));
log('given', Number(second.triggerAsyncId() === resource.asyncId()));
log('number', Number(old.triggerAsyncId() === resource.asyncId()));
second.runInAsyncScope(() => {
  log('within', Number(hooks.executionAsyncId() === second.asyncId() && hooks.triggerAsyncId() === resource.asyncId()));
  resource.runInAsyncScope(() => log('nested', Number(hooks.executionAsyncId() === resource.asyncId())));
  log('back', Number(hooks.executionAsyncId() === second.asyncId()));
});
log('destroyed', Number(resource.emitDestroy() === resource));
