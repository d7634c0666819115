// title "a duplex stream ends its writable side with its readable one only if it may not be half open"
// rules FLOW-26
// layer node

const { Duplex } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const make = (allowHalfOpen, then) => {
    const stream = new Duplex({ allowHalfOpen, read() { this.push(null); }, write(chunk, encoding, done) { log('write'); done(); } });
    for (const event of ['finish', 'end', 'close']) stream.on(event, () => log(event));
    stream.on('close', then || (() => {}));
    stream.resume();
    return stream;
  };
  make(false, () => {
    log('half-open');
    const stream = make(true);
    setTimeout(() => { log('writable', Number(stream.writable)); stream.end('a'); }, 1);
  });
}
