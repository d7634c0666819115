// title "a promised immediate is fulfilled with its value, in its place among the immediates"
// rules PTIMER-8
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

setImmediate(() => log('first'));
timers.setImmediate(42).then((value) => log('promised', value));
setImmediate(() => log('last'));
process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('microtask'));
