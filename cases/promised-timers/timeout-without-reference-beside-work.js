// title "a promised timeout made with ref false is fulfilled while other work lasts"
// rules PTIMER-4
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setTimeout(5, null, { ref: false }).then(() => log('fulfilled'));
setTimeout(() => log('work'), 50);
