// title "a promised immediate made with ref false does not keep the process alive"
// rules PTIMER-10
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setImmediate(1, { ref: false }).then(() => log('fulfilled'));
