// title "an abort after a promised timeout was fulfilled changes nothing"
// rules PTIMER-5
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
timers.setTimeout(1, 7, { signal: controller.signal })
  .then((value) => log('fulfilled', value), () => log('rejected'));
setTimeout(() => {
  controller.abort();
  log('abort');
}, 10);
