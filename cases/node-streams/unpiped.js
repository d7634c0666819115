// title "a stream that is unpiped gets nothing more, all at once or one by one"
// rules FLOW-14
// layer node

const { PassThrough, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const sink = (name) => new Writable({ objectMode: true, write(chunk, encoding, done) { log(name, chunk); done(); } })
    .on('unpipe', (from) => log('unpipe', Number(from === source)));
  const source = new PassThrough({ objectMode: true });
  const [a, b] = [sink('a'), sink('b')];
  source.pipe(a);
  source.pipe(b);
  source.write(1);
  setImmediate(() => {
    source.unpipe(a);
    source.write(2);
    setImmediate(() => {
      source.unpipe();
      source.write(3);
      setImmediate(() => log('flowing', Number(source.readableFlowing)));
    });
  });
}
