// title "finished() can be aborted without its stream, leaves its listeners unless told otherwise, and may overlook errors"
// rules FLOW-10 FLOW-47
// layer node

const { finished, promises, Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const sink = () => new Writable({ write(chunk, encoding, done) { done(); } });
  const count = (one) => ['error', 'end', 'finish', 'close'].reduce((sum, name) => sum + one.listenerCount(name), 0);
  const some = (one, before) => Number(count(one) > before);
  const parts = [
    function aborted(next) {
      const controller = new AbortController();
      const one = sink();
      const before = count(one);
      finished(one, { signal: controller.signal }, ({ name }) => {
        log(name);
        log('listeners', some(one, before));
        setImmediate(() => { log('destroyed', Number(one.destroyed)); next(); });
      });
      log('listeners', some(one, before));
      controller.abort();
      log('abort');
    },
    function abortedBefore(next) {
      finished(sink(), { signal: AbortSignal.abort() }, ({ name }) => { log(`before-${name}`); next(); });
      log('called');
    },
    function promisedAbort(next) {
      const controller = new AbortController();
      promises.finished(sink(), { signal: controller.signal }).catch(({ name }) => { log(`promised-${name}`); next(); });
      controller.abort();
    },
    function left(next) {
      const one = sink();
      const before = count(one);
      finished(one, () => { log('left', some(one, before)); next(); });
      one.end();
    },
    function promisedLeft(next) {
      const one = sink();
      const before = count(one);
      promises.finished(one).then(() => { log('promised-left', some(one, before)); next(); });
      one.end();
    },
    function cleaned(next) {
      const one = sink();
      const before = count(one);
      promises.finished(one, { cleanup: true }).then(() => { log('cleaned', some(one, before)); next(); });
      one.end();
    },
    function overlooked(next) {
      const one = new Readable({ read() {}, autoDestroy: false });
      finished(one, { error: false }, (error) => { log(error ? 'seen' : 'overlooked'); next(); });
      one.on('error', () => { log('error'); one.push(null); one.resume(); });
      one.emit('error', new Error('no'));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
