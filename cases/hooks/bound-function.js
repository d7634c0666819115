// title "a function bound to a resource runs in its context, wherever it is called"
// rules HOOK-16
// layer node

const { AsyncResource, executionAsyncId } = require('async_hooks');

// From Node 12.19 on.
if (AsyncResource.bind) {
  const resource = new AsyncResource('OWN');
  const bound = resource.bind(() => log(executionAsyncId() === resource.asyncId() ? 'bound' : 'other'));
  setImmediate(bound);
  setTimeout(bound, 5);
}
