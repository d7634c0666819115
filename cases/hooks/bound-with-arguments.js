// title "a bound function gets this, the arguments and its result, each time in the resource's context"
// rules HOOK-16
// layer node

const hooks = require('async_hooks');

// Node 12 and 14 shift the arguments of a bound function.
const { AsyncResource } = hooks;
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const resource = new AsyncResource('MINE');
  const bound = resource.bind((a, b) => (hooks.executionAsyncId() === resource.asyncId() ? a + b : 0));
  log('first', bound(1, 2));
  setTimeout(() => log('second', bound(3, 4)), 1);
  const id = hooks.executionAsyncId();
  const free = AsyncResource.bind((a) => (hooks.executionAsyncId() !== id && hooks.triggerAsyncId() === id ? a : 0));
  log('static', free(5));
  setTimeout(() => log('static', free(6)), 2);
}
