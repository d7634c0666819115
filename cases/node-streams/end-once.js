// title "end is not emitted unless all data was read, and only once"
// rules FLOW-3
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.push('a');
stream.push(null);
stream.on('end', () => log('end'));
setTimeout(() => {
  log('read');
  stream.resume();
}, 5);
