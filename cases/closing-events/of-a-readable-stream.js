// title "a stream without a handle emits its close event through a tick"
// rules CLOSE-17
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('close', () => log('close'));
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick-before'));
stream.destroy();
process.nextTick(() => log('tick-behind'));
log('destroyed');
