// title "a promised interval whose loop is left early no longer keeps the process alive"
// rules PTIMER-13
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
(async () => {
  for await (const value of timers.setInterval(5, 1)) {
    log('value', value);
    break;
  }
})();
