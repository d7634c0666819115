// title "a stream that is destroyed with its end on the way emits close and no end"
// rules FLOW-8
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('end', () => log('end'));
stream.on('close', () => log('close'));
stream.resume();
stream.push('x');
stream.push(null);
stream.destroy();
