// title "each property of a readable, at each step of its life"
// rules FLOW-18 FLOW-21 FLOW-41
// layer node

const stream = require('stream');

const PROPERTIES = ['readable', 'readableLength', 'readableFlowing', 'readableDidRead', 'readableEnded', 'readableAborted', 'destroyed',
  'errored'];
const number = (value) => (value === null ? -1 : Number(value instanceof Error || value));
// Log what has changed since the step before.
const watch = (one, name) => {
  let before = {};
  return (step) => {
    for (const property of PROPERTIES) {
      const value = property === 'errored' && !one[property] ? 0 : number(one[property]);
      if (before[property] !== value && (value || property in before)) log(`${name}.${step}.${property}`, value);
      before[property] = value;
    }
  };
};

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const make = (options) => new stream.Readable({ highWaterMark: 3, read() {}, ...options });
  const lives = [
    function ended(next) {
      const one = make();
      const tell = watch(one, 'ended');
      tell('made');
      log('closed', Number(one.closed));
      log('more', Number(one.push('ab')));
      tell('push');
      log('more', Number(one.push('cd')));
      log('read', String(one.read(1)).length);
      tell('read');
      one.pause();
      tell('pause');
      one.on('data', () => {});
      tell('listener');
      one.resume();
      tell('resume');
      one.push(null);
      tell('pushed-null');
      one.on('end', () => tell('end')).on('close', () => { tell('close'); log('closed', Number(one.closed)); next(); });
    },
    function failed(next) {
      const one = make({ destroy(error, done) { setImmediate(done, error); } });
      const tell = watch(one, 'failed');
      one.push('a');
      one.destroy(new Error('no'));
      tell('destroy');
      one.on('error', () => tell('error')).on('close', () => { tell('close'); next(); });
    },
    function fixed(next) {
      log('mark', make().readableHighWaterMark);
      log('objects', Number(make({ objectMode: true }).readableObjectMode) * 2 + Number(make().readableObjectMode));
      log('object-length', (() => { const one = make({ objectMode: true }); one.push({}); one.push({}); return one.readableLength; })());
      const { readableEncoding } = make();
      log(`encoding-${readableEncoding}-${make().setEncoding('hex').readableEncoding}`);
      log('is-readable', Number(stream.isReadable(make())));
      log('is-readable-destroyed', Number(stream.isReadable(make().destroy())));
      log('is-disturbed', Number(stream.Readable.isDisturbed(make())));
      const read = make();
      read.push('a');
      read.read();
      log('is-disturbed-read', Number(stream.Readable.isDisturbed(read)));
      log('is-disturbed-destroyed', Number(stream.Readable.isDisturbed(make().destroy())));
      const paused = make();
      log('is-paused', Number(paused.isPaused()));
      paused.pause();
      log('is-paused', Number(paused.isPaused()));
      paused.resume();
      log('is-paused', Number(paused.isPaused()));
      const quiet = () => {};
      log('flows-on', Number(make().on('data', quiet).removeListener('data', quiet).readableFlowing));
      const ended = make();
      ended.push(null);
      ended.resume().on('end', () => { log('is-readable-ended', Number(stream.isReadable(ended))); next(); });
    },
  ];
  const go = () => { const life = lives.shift(); if (life) life(() => setImmediate(go)); };
  go();
}
