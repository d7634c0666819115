// title "without hooks a reaction has no trigger, and not the execution id of its own promise"
// rules HOOK-12
// layer node

const hooks = require('async_hooks');

const top = hooks.executionAsyncId();
Promise.resolve().then(() => {
  const id = hooks.executionAsyncId();
  if (id === top) log('as-around-it');
  else log('execution', id);
  log('trigger', hooks.triggerAsyncId());
});
