// title "a promised timeout is fulfilled with its value, and without one with undefined"
// rules PTIMER-1
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

timers.setTimeout(1, 42).then((value) => log('given', value));
timers.setTimeout(2).then((value) => log(value === undefined ? 'none' : 'some'));
timers.setTimeout().then((value) => log(value === undefined ? 'bare' : 'some'));
