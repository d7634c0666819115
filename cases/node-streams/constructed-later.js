// title "construct is called in a tick, and writes, reads and the destruction wait for it; its error destroys the stream"
// rules FLOW-36
// layer node

const { Readable, Writable } = require('stream');

// From Node 15 on.
if (process.versions.node.split('.')[0] >= 15) {
  const writable = new Writable({
    construct(done) {
      log('construct');
      setTimeout(done, 5);
    },
    write(chunk, encoding, done) {
      log(String(chunk));
      done();
    },
    final(done) {
      log('final');
      done();
    },
  });
  writable.on('close', () => log('close'));
  writable.end('a');
  log('made');
  setTimeout(() => {
    const readable = new Readable({
      construct(done) { done(new Error('failed')); },
      read() { log('read'); },
    });
    readable.on('error', (error) => log(error.message));
    readable.on('data', () => {});
  }, 20);
}
