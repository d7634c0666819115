// title "a promised file result comes before or after an immediate of the script"
// rules MICRO-18
// layer node

const { promises } = require('fs');

promises.stat(process.execPath).then(() => log('result'));
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick'));
