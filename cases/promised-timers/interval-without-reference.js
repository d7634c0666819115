// title "a promised interval made with ref false does not keep the process alive"
// rules PTIMER-15
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
(async () => {
  for await (const value of timers.setInterval(10, 1, { ref: false })) log('value', value);
})();
setTimeout(() => log('work'), 25);
