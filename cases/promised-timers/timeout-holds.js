// title "a promised timeout keeps the process alive"
// rules PTIMER-3
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setTimeout(5).then(() => log('fulfilled'));
