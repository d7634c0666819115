// title "a pipe waits for the slowest of its destinations, leaves one that fails, and stops when the last is taken away"
// rules FLOW-50
// layer node
// needs exact-time

const { Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const sink = (name, options) => new Writable({
    highWaterMark: 1, write(chunk, encoding, done) { log(`${name}-${chunk}`); setImmediate(done); }, ...options,
  });
  const source = (chunks) => new Readable({ read() { this.push(chunks.length ? chunks.shift() : null); } });
  const parts = [
    function slowest(next) {
      let release;
      const slow = sink('slow', { write(chunk, encoding, done) { log(`slow-${chunk}`); release = done; } });
      const fast = sink('fast').on('drain', () => log('fast-drain'));
      const from = source(['a', 'b']);
      from.pipe(fast);
      from.pipe(slow);
      setTimeout(() => { log('release', Number(from.readableFlowing)); release(); }, 5);
      setTimeout(() => { log('release', Number(from.readableFlowing)); release(); }, 10);
      slow.on('finish', () => setImmediate(next));
    },
    function full(next) {
      // A destination that is full already is given nothing until it drains.
      const into = sink('full');
      into.write('x');
      const from = source(['a']);
      log('same', Number(from.pipe(into) === into));
      log('waits', Number(from.readableFlowing === false));
      into.once('drain', () => log('drain')).on('finish', () => setImmediate(next));
    },
    function oneFails(next) {
      const from = new Readable({ read() {} });
      const failing = sink('failing', { write(chunk, encoding, done) { setImmediate(done, new Error('no')); } });
      const other = sink('other');
      failing.on('unpipe', (by) => log('unpipe', Number(by === from))).on('error', ({ message }) => log(message));
      from.pipe(failing);
      from.pipe(other);
      from.push('a');
      setTimeout(() => {
        log('destroyed', Number(from.destroyed) * 10 + Number(failing.destroyed));
        from.push('b');
        setTimeout(next, 5);
      }, 5);
    },
    function nobodyListens(next) {
      // The pipe's own listener does not count.
      process.once('uncaughtException', ({ message }) => { log(`uncaught-${message}`); next(); });
      source(['a']).pipe(sink('alone', { write(chunk, encoding, done) { done(new Error('failed')); } }));
    },
    function sourceFails(next) {
      const from = new Readable({ read() {} }).on('error', () => log('source-error'));
      const into = sink('into');
      from.pipe(into);
      from.destroy(new Error('no'));
      setImmediate(() => { log('still-open', Number(into.writable)); next(); });
    },
    function takenAway(next) {
      const from = new Readable({ read() {} }).on('pause', () => log('pause'));
      const [one, two] = [sink('one'), sink('two')];
      from.pipe(one);
      from.pipe(two);
      setImmediate(() => {
        from.unpipe(one);
        log('flows', Number(from.readableFlowing));
        from.unpipe(two);
        log('stopped', Number(from.readableFlowing === false && from.isPaused()));
        log('listeners', from.listenerCount('data') + one.listenerCount('drain') + two.listenerCount('unpipe'));
        from.push('a');
        setImmediate(() => { log('buffered', from.readableLength); next(); });
      });
    },
    function left(next) {
      const from = new Readable({ read() {} });
      const all = ['one', 'two', 'three'].map((name) => sink(name).on('unpipe', () => log(`left-${name}`)));
      for (const one of all) from.pipe(one);
      from.unpipe();
      next();
    },
    function ended(next) {
      // One that has ended already ends what it is piped into, unless that is to stay open.
      const from = source([]);
      from.resume().on('end', () => setImmediate(() => {
        const into = sink('late');
        from.pipe(into).on('finish', () => {
          log('finish');
          const open = sink('open').on('finish', () => log('finished-though-open'));
          from.pipe(open, { end: false });
          setTimeout(() => { log('stays-open', Number(open.writable)); next(); }, 5);
        });
      }));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
