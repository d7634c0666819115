// title "a destination that fails is unpiped and the source stays; a source that fails leaves its destination open"
// rules FLOW-16
// layer node

const { Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const source = new Readable({ objectMode: true, read() {} });
  const sink = new Writable({ objectMode: true, write(chunk, encoding, done) { done(new Error('write')); } });
  sink.on('unpipe', () => log('unpipe')).on('error', ({ message }) => log(message)).on('close', () => log('close'));
  source.on('close', () => log('source-closed'));
  source.pipe(sink);
  source.push(1);
  setTimeout(() => {
    log('destroyed', Number(source.destroyed));
    source.destroy();
    const failing = new Readable({ objectMode: true, read() {} });
    const open = new Writable({ objectMode: true, write(chunk, encoding, done) { log('write', chunk); done(); } });
    failing.on('error', ({ message }) => log(message));
    failing.pipe(open);
    failing.destroy(new Error('read'));
    setTimeout(() => {
      log('ended', Number(open.writableEnded || open.destroyed));
      open.end(5);
    }, 1);
  }, 1);
}
