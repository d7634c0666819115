// title "a promised interval gives the values of the periods that its loop took at once"
// rules PTIMER-16
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// The body of the loop waits for 35 ms, in which the timer is called three times more.
(async () => {
  let count = 0;
  for await (const value of timers.setInterval(10, 1)) {
    log('value', value);
    if (++count === 1) await new Promise((resolve) => setTimeout(resolve, 35));
    if (count === 5) break;
  }
})();
