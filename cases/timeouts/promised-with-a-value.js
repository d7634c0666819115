// title "a promised timer passes its value on"
// rules TIMER-38
// layer node

const { promisify } = require('util');

promisify(setTimeout)(1, 42).then((value) => log('timeout', value));
promisify(setImmediate)(43).then((value) => log('immediate', value));
