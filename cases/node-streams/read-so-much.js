// title "read(n) gives n bytes or null, at the end what is left, and what was put back comes first"
// rules FLOW-23
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Readable({ read() {} });
  const read = (count) => { const chunk = stream.read(count); log('read', chunk === null ? 0 : Number(String(chunk))); };
  stream.on('data', (chunk) => log('data', chunk.length));
  stream.on('readable', () => {});
  stream.on('end', () => log('end'));
  stream.push('123456');
  setImmediate(() => {
    read(2);
    read(9);
    stream.unshift('78');
    read(3);
    read(0);
    stream.push('9');
    stream.push(null);
    read(99);
    read();
    log('over', Number(stream.readableEnded));
  });
}
