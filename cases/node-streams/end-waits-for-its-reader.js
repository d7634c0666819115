// title "a stream that is not read to its end does not end"
// rules FLOW-33
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('end', () => log('end'));
stream.push('a');
stream.push('b');
stream.push(null);
setTimeout(() => {
  log('unread', stream.readableLength);
  stream.read(1);
  setTimeout(() => {
    log('unread', stream.readableLength);
    stream.read();
    log('read');
  }, 5);
}, 5);
