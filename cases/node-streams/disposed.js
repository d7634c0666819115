// title "a stream that is disposed of is destroyed with an AbortError, and the promise waits for its close"
// rules FLOW-44
// layer node

const { Duplex, Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const options = {
    read() {},
    write(chunk, encoding, done) { done(); },
    destroy(error, done) { log(`destroy-${error ? error.name : 'fine'}`); setImmediate(() => { log('released'); done(error); }); },
  };
  (async () => {
    for (const Stream of [Readable, Writable, Duplex]) {
      const one = new Stream(options).on('error', ({ name }) => log(name)).on('close', () => log('close'));
      const promise = one[Symbol.asyncDispose]();
      log(Stream.name, Number(one.destroyed));
      await promise;
      log('disposed');
    }
    const over = new Writable(options).on('error', () => log('error')).on('close', () => log('close'));
    over.end();
    await new Promise((resolve) => { over.on('close', resolve); });
    await over[Symbol.asyncDispose]();
    log('again');
  })();
}
