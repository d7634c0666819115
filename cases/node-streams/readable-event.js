// title "the readable event comes when there is data, and once more at the end"
// rules FLOW-13
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('readable', () => {
  const chunk = stream.read();
  log(chunk === null ? 'none' : `read-${chunk}`);
});
stream.on('end', () => log('end'));
setTimeout(() => {
  stream.push('a');
  log('pushed');
}, 5);
setTimeout(() => stream.push(null), 10);
