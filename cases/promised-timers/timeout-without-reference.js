// title "a promised timeout made with ref false does not keep the process alive"
// rules PTIMER-4
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setTimeout(50, null, { ref: false }).then(() => log('fulfilled'));
setTimeout(() => log('work'), 5);
