// title "a promised immediate made with ref false is fulfilled while other work lasts"
// rules PTIMER-22
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

process.on('exit', () => log('exit'));
timers.setImmediate(1, { ref: false }).then((value) => log('fulfilled', value));
setTimeout(() => log('work'), 5);
