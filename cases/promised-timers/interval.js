// title "a promised interval gives its value once in each period"
// rules PTIMER-11
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

(async () => {
  let count = 0;
  for await (const value of timers.setInterval(10, 42)) {
    log('value', value);
    if (++count === 3) break;
  }
  log('over');
})();
