// title "promised timeouts of the same delay are fulfilled with their own values"
// rules PTIMER-1
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

for (let i = 1; i <= 3; i++) timers.setTimeout(10, i).then((value) => log('value', value));
timers.setTimeout(5, 4).then((value) => log('value', value));
