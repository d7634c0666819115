// title "promised timeouts are fulfilled in their places among timeouts of the same delay"
// rules PTIMER-2
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

setTimeout(() => log('first'), 10);
timers.setTimeout(10).then(() => log('promised', 1));
setTimeout(() => log('second'), 10);
timers.setTimeout(10).then(() => log('promised', 2));
setTimeout(() => log('third'), 10);
setTimeout(() => setImmediate(() => log('immediate')), 10);
