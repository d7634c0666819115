// title "a timeout's delay that is no number, none, negative or too long is one millisecond; a text is a number"
// rules TIMEOUT-6
// layer node
// needs exact-time

const timers = require('timers');

for (const [label, delay] of [['no-number', NaN], ['too-long', 2147483648], ['zero', 0], ['negative', -40], ['nothing-given']]) {
  setTimeout(() => log(label), delay);
}
setTimeout(() => log('part'), 0.5);
setTimeout(() => log('object'), {});
timers.setTimeout(() => log('of-the-module'), 1);
setTimeout(() => log('millisecond'), 1);
setTimeout(() => log('thirty-nine'), 39);
setTimeout(() => log('fraction'), 40.9);
setTimeout(() => log('text'), '40');
timers.setTimeout(() => log('of-the-module'), 40);
setTimeout(() => log('forty'), 40);
log('same', Number(timers.setTimeout === setTimeout) + Number(timers.setInterval === setInterval) +
  Number(timers.setImmediate === setImmediate));
