// title "the value of a promised timer is the very one that was given, a promise too is waited for"
// rules PTIMER-1
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const value = { number: 1 };
timers.setTimeout(1, value).then((given) => log('timeout', Number(given === value)));
timers.setImmediate(value).then((given) => log('immediate', Number(given === value)));
// From Node 15.9 on.
if (timers.setInterval) {
  (async () => {
    for await (const given of timers.setInterval(10, value)) {
      log('interval', Number(given === value));
      break;
    }
  })();
}
