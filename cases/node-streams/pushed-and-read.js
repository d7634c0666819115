// title "a stream does not flow before it is told to, and then gives its data in order"
// rules FLOW-1
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.push('a');
stream.push('b');
stream.push(null);
stream.on('end', () => log('end'));
stream.on('close', () => log('close'));
setTimeout(() => {
  log('listen');
  stream.on('data', (chunk) => log(`data-${chunk}`));
}, 5);
