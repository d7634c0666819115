// title "a stream that is destroyed emits its error and then close, and no end"
// rules FLOW-8
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('end', () => log('end'));
stream.on('error', (error) => log(error.message));
stream.on('close', () => log('close', Number(stream.destroyed)));
stream.destroy(new Error('failure'));
stream.destroy(new Error('again'));
log('called', Number(stream.destroyed));
