// title "each property of a writable, at each step of its life"
// rules FLOW-18 FLOW-41
// layer node

const stream = require('stream');

const PROPERTIES = ['writable', 'writableLength', 'writableNeedDrain', 'writableCorked', 'writableEnded', 'writableFinished',
  'writableAborted', 'destroyed', 'errored'];
// Log what has changed since the step before.
const watch = (one, name) => {
  let before = {};
  return (step) => {
    for (const property of PROPERTIES) {
      const value = Number(one[property] instanceof Error || one[property] || 0);
      if (before[property] !== value && (value || property in before)) log(`${name}.${step}.${property}`, value);
      before[property] = value;
    }
  };
};

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const make = (options) => new stream.Writable({
    highWaterMark: 3, write(chunk, encoding, done) { setImmediate(done); }, ...options,
  });
  const lives = [
    function ended(next) {
      const one = make();
      const tell = watch(one, 'ended');
      tell('made');
      log('closed', Number(one.closed));
      one.write('ab');
      tell('below');
      one.write('cd');
      tell('above');
      one.once('drain', () => {
        tell('drain');
        one.cork();
        one.cork();
        tell('corked');
        one.write('e');
        one.uncork();
        tell('uncorked-once');
        one.end('fghi', () => tell('called'));
        tell('end');
      });
      one.on('finish', () => tell('finish')).on('close', () => { tell('close'); log('closed', Number(one.closed)); next(); });
    },
    function failed(next) {
      const one = make({ write(chunk, encoding, done) { setImmediate(done, new Error('no')); } });
      const tell = watch(one, 'failed');
      one.write('a', () => tell('called'));
      tell('write');
      one.on('error', () => tell('error')).on('close', () => { tell('close'); next(); });
    },
    function destroyed(next) {
      const one = make({ destroy(error, done) { setImmediate(done, error); } });
      const tell = watch(one, 'destroyed');
      one.end('abc');
      tell('end');
      one.destroy();
      tell('destroy');
      one.on('finish', () => log('finish')).on('close', () => { tell('close'); next(); });
    },
    function fixed(next) {
      log('mark', make().writableHighWaterMark);
      log('objects', Number(make({ objectMode: true }).writableObjectMode) * 2 + Number(make().writableObjectMode));
      log('object-length', (() => { const one = make({ objectMode: true }); one.write({}); one.write({}); return one.writableLength; })());
      log('is-writable', Number(stream.isWritable(make())));
      log('is-writable-destroyed', Number(stream.isWritable(make().destroy())));
      log('is-writable-ended', Number(stream.isWritable(make().end())));
      const failing = make().on('error', () => {
        log('is-errored', Number(stream.isErrored(failing)));
        next();
      });
      log('is-errored', Number(stream.isErrored(failing)));
      failing.destroy(new Error('no'));
    },
  ];
  const go = () => { const life = lives.shift(); if (life) life(() => setImmediate(go)); };
  go();
}
