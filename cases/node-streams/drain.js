// title "write answers false above the mark, and drain comes when the buffer is empty"
// rules FLOW-6
// layer node

const { Writable } = require('stream');

const stream = new Writable({
  highWaterMark: 2,
  write(chunk, encoding, callback) { setImmediate(callback); },
});
stream.on('drain', () => log('drain', stream.writableLength));
log('room', Number(stream.write('a')));
log('room', Number(stream.write('b')));
log('room', Number(stream.write('c')));
