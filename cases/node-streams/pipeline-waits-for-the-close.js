// title "a pipeline is over when its last stream has closed, however long that takes"
// rules FLOW-31
// layer node

const { Readable, Writable, pipeline } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 15) {
  const slow = () => {
    const stream = new Writable({
      write(chunk, encoding, done) { log('write'); done(); },
      destroy(error, done) { setImmediate(() => { log('destroyed'); done(error); }); },
    });
    return stream.on('finish', () => log('finish')).on('close', () => log('close'));
  };
  pipeline(Readable.from(['a']), slow(), (error) => {
    log('called', Number(!error));
    require('stream/promises').pipeline(Readable.from(['b']), slow()).then(() => log('fulfilled'));
  });
}
