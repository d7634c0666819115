// title "streams to write to emit their close events in the order in which they were destroyed"
// rules CLOSE-17
// layer node

const { PassThrough, Writable } = require('stream');

const first = new Writable({ write() {} });
const second = new PassThrough();
first.on('close', () => log('first'));
second.on('close', () => log('second'));
setImmediate(() => log('immediate'));
first.destroy();
second.destroy();
process.nextTick(() => log('tick'));
log('destroyed');
