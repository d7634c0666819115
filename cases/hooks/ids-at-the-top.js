// title "the main script has the execution id 1 and the trigger id 0; ids are numbers that no callback shares"
// rules HOOK-21
// layer node

const hooks = require('async_hooks');
const { executionAsyncId, triggerAsyncId } = hooks;

hooks.createHook({ init() {} }).enable();
const top = executionAsyncId();
log('known', top);
log('trigger', triggerAsyncId());
const seen = new Set([top]);
const see = (name) => {
  log(name, Number(!seen.has(executionAsyncId())));
  log('trigger', Number(triggerAsyncId() === top));
  seen.add(executionAsyncId());
};
process.nextTick(() => see('tick'));
Promise.resolve().then(() => log('reaction', Number(!seen.has(executionAsyncId()))));
setImmediate(() => see('immediate'));
setTimeout(() => see('timeout'), 20);
const timer = setInterval(() => {
  see('interval');
  clearInterval(timer);
}, 40);
