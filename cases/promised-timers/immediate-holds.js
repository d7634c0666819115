// title "a promised immediate keeps the process alive, and several are fulfilled in one phase"
// rules PTIMER-22
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setImmediate(1).then((value) => {
  log('fulfilled', value);
  return timers.setImmediate(2);
}).then((value) => log('fulfilled', value));
