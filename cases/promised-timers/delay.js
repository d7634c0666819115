// title "a promised timeout is fulfilled when its delay has passed, among the others by their delays"
// rules PTIMER-2
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

setTimeout(() => log('earlier'), 15);
timers.setTimeout(20).then(() => log('promised'));
setTimeout(() => log('later'), 25);
