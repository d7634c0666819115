// title "a pipeline of a stream that has ended before calls back"
// rules FLOW-11
// layer node

const { PassThrough, Readable, pipeline } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = (name, source, next) => source.resume().on('end', () => setImmediate(() => {
    log(`${name}-ended`, Number(source.readableEnded));
    pipeline(source, new PassThrough().resume(), () => {
      log(name);
      next();
    });
  }));
  part('empty', Readable.from([]), () => {
    part('read', Readable.from(['a']), () => {
      part('written', new PassThrough().end('a'), () => log('done'));
    });
  });
}
