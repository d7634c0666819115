// title "a promised interval that is asked for a value keeps the process alive until it comes"
// rules PTIMER-12
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
const interval = timers.setInterval(10, 42);
interval.next().then(({ value }) => {
  log('value', value);
  return interval.return();
}).then(({ done }) => log(done ? 'done' : 'more'));
