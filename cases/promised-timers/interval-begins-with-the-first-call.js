// title "a promised interval that nobody asks for a value does not keep the process alive"
// rules PTIMER-12
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setInterval(60000, 42);
setTimeout(() => log('work'), 1);
