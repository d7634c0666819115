// title "a pipe passes all data in order and ends its destination after it, unless it is told not to"
// rules FLOW-14
// layer node

const { Readable, Writable } = require('stream');

// Older Nodes differ in when streams close, newer pages promise it.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const sink = (name, then) => new Writable({
    objectMode: true,
    write(chunk, encoding, done) { log(name, chunk); setImmediate(done); },
    final(done) { log('final'); done(); },
  }).on('pipe', () => log('pipe')).on('finish', then || (() => log('finish')));
  const source = () => {
    const numbers = [1, 2, 3, null];
    return new Readable({ objectMode: true, read() { this.push(numbers.shift()); } });
  };
  const first = sink('first', () => {
    log('finish');
    const open = sink('left');
    log('returned', Number(source().on('end', () => setTimeout(() => {
      log('ended', Number(open.writableEnded));
      open.end();
    }, 5)).pipe(open, { end: false }) === open));
  });
  log('returned', Number(source().pipe(first) === first));
}
