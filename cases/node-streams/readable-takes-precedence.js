// title "with a readable listener data comes by read() only; without it the stream flows again"
// rules FLOW-22
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Readable({ objectMode: true, read() {} });
  const listener = () => log('readable');
  stream.on('readable', listener);
  stream.on('data', (value) => log('data', value));
  stream.push(1);
  stream.push(2);
  setImmediate(() => {
    log('waiting', stream.readableLength);
    log('read', stream.read());
    stream.removeListener('readable', listener);
    setImmediate(() => log('left', stream.readableLength));
  });
}
