// title "a stream that closes before it is done, on either side, is closed too early for finished() and for a pipeline"
// rules FLOW-10 FLOW-53
// layer node

const { Duplex, Readable, Writable, finished, pipeline } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const promised = require('stream/promises');
  const options = { read() {}, write(chunk, encoding, done) { setImmediate(done); } };
  const readable = () => new Readable(options);
  const writable = () => new Writable(options);
  const duplex = () => new Duplex(options);
  const tell = (name) => (error) => log(`${name}-${error ? error.code : 'done'}`);
  const watch = (name, stream, sides) => {
    finished(stream, { ...sides }, tell(name));
    promised.finished(stream, { ...sides }).then(() => log(`${name}-fulfilled`), tell(`${name}-promised`));
    return stream;
  };
  const parts = [
    () => watch('readable', readable()).destroy(),
    () => watch('writable', writable()).destroy(),
    () => {
      const stream = watch('ended', writable());
      stream.end('chunk');
      stream.destroy();
    },
    () => watch('duplex-reads', duplex(), { writable: false }).destroy(),
    () => watch('duplex-writes', duplex(), { readable: false }).destroy(),
    () => {
      const [source, destination] = [readable(), writable()];
      pipeline(source, destination, tell('destination'));
      destination.destroy();
    },
    () => {
      const [source, destination] = [readable(), writable()];
      pipeline(source, destination, tell('source'));
      source.destroy();
    },
    () => {
      const [source, middle, destination] = [readable(), duplex(), writable()];
      promised.pipeline(source, middle, destination).catch(tell('middle'));
      middle.destroy();
    },
  ];
  const next = () => {
    if (parts.length === 0) return;
    parts.shift()();
    setTimeout(next, 1);
  };
  next();
}
