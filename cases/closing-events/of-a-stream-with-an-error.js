// title "a stream that is destroyed with an error emits the error, then its close event"
// rules CLOSE-17
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('close', () => log('close'));
stream.on('error', () => log('error'));
setImmediate(() => log('immediate'));
stream.destroy(new Error('for the handler'));
process.nextTick(() => log('tick'));
log('destroyed');
