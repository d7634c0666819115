// title "a promised immediate whose signal is aborted is rejected with an AbortError"
// rules PTIMER-9
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
timers.setImmediate(42, { signal: controller.signal })
  .then(() => log('fulfilled'), (error) => log(error.name === 'AbortError' ? 'aborted' : 'other'));
setImmediate(() => log('immediate'));
controller.abort();
log('end');
