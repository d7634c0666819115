// title "a stream flows from its first data listener, pipe or resume on, but not once it was paused"
// rules FLOW-21
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const flowing = (stream) => log('flowing', stream.readableFlowing === null ? 2 : Number(stream.readableFlowing));
  const make = () => {
    const stream = new Readable({ objectMode: true, read() {} });
    stream.on('pause', () => log('pause')).on('resume', () => log('resume'));
    return stream;
  };
  const stream = make();
  flowing(stream);
  stream.push(1);
  setImmediate(() => {
    log('kept', stream.readableLength);
    stream.on('data', (value) => log('data', value));
    flowing(stream);
    log('paused', Number(stream.isPaused()));
    setImmediate(() => {
      stream.pause();
      stream.pause();
      flowing(stream);
      log('paused', Number(stream.isPaused()));
      stream.push(2);
      const later = make();
      later.pause();
      later.on('data', (value) => log('later', value));
      flowing(later);
      later.push(3);
      setImmediate(() => {
        log('resumed');
        stream.resume();
        later.resume();
      });
    });
  });
}
