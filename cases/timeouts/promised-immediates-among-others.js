// title "the reaction to a promised immediate comes before the next immediate"
// rules TIMER-38
// layer node

const { promisify } = require('util');

setImmediate(() => log('first'));
promisify(setImmediate)().then(() => log('promised'));
setImmediate(() => log('last'));
