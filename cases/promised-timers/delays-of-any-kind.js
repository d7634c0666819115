// title "a promised delay that is negative, too long, no number or none is a millisecond, and a fraction is dropped"
// rules PTIMER-24
// layer node
// needs exact-time

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const wait = (label, ...delay) => timers.setTimeout(...delay).then(() => log(label));
// Equal delays come in the order of their creation.
wait('negative', -40);
wait('no-number', NaN);
wait('too-long', 2 ** 31);
wait('zero', 0);
wait('none');
wait('undefined', undefined);
setTimeout(() => log('millisecond'), 1);
wait('thirty-nine', 39);
wait('fraction', 40.9);
setTimeout(() => log('forty'), 40);
