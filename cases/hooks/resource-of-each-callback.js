// title "the resource of the execution is the timeout, immediate or own resource whose callback runs"
// rules HOOK-26
// layer node

const hooks = require('async_hooks');

// From Node 13.9 on, and from 12.17.
if (hooks.executionAsyncResource) {
  const tell = (label, resource) => log(label, Number(hooks.executionAsyncResource() === resource));
  const timeout = setTimeout(() => tell('timeout', timeout), 5);
  const immediate = setImmediate(() => tell('immediate', immediate));
  const own = new hooks.AsyncResource('OWN');
  own.runInAsyncScope(() => tell('own', own));
  tell('outside', own);
}
