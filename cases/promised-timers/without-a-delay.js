// title "without a delay a promised timeout or interval takes 1 ms"
// rules PTIMER-20
// layer node
// needs exact-time

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

timers.setTimeout().then(() => log('timeout'));
setTimeout(() => log('next'), 2);
// From Node 15.9 on.
if (timers.setInterval) {
  setTimeout(() => {
    const interval = timers.setInterval();
    interval.next().then(() => log('interval')).then(() => interval.return());
    setTimeout(() => log('last'), 2);
  }, 10);
}
