// title "a promised timeout whose signal is aborted is rejected at once with an AbortError"
// rules PTIMER-5
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
timers.setTimeout(50, null, { signal: controller.signal })
  .then(() => log('fulfilled'), (error) => log(error.name === 'AbortError' ? 'aborted' : 'other'));
setTimeout(() => {
  controller.abort();
  log('abort');
  process.nextTick(() => log('tick'));
}, 5);
setTimeout(() => log('next'), 10);
