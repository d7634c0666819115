// title "what holds writes back and what releases them, which callbacks get an error, and what construct and autoDestroy delay"
// rules FLOW-51
// layer node
// needs exact-time

const { Duplex, Readable, Transform, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const code = (error) => (error ? error.code || error.message : 'fine');
  const told = (one, name, ...events) => {
    for (const event of events) one.on(event, (error) => log(`${name}-${event}${error ? `-${code(error)}` : ''}`));
    return one;
  };
  const parts = [
    function corked(next) {
      const one = new Writable({
        decodeStrings: false,
        writev(chunks, done) { for (const { chunk, encoding } of chunks) log(`${chunk}-${encoding}`); log('together', chunks.length); done(); },
      });
      one.write('a', 'latin1');
      setImmediate(() => {
        one.cork();
        one.cork();
        one.cork();
        one.write('b', 'ucs2');
        one.write('c');
        one.uncork();
        log('corked', one.writableCorked);
        one.end('d', 'ascii');
        log('corked', one.writableCorked);
        one.on('finish', () => next());
      });
    },
    function ended(next) {
      // Who waits for the end is told of an error too, and before it is emitted.
      const one = told(new Writable({
        write(chunk, encoding, done) { setTimeout(done, 2); }, destroy(error, done) { setTimeout(done, 5, error); },
      }), 'gone', 'finish', 'error', 'close');
      one.write('a', (error) => log(`first-${code(error)}`));
      one.write('b', (error) => log(`second-${code(error)}`));
      one.end((error) => log(`end-${code(error)}`));
      one.destroy(new Error('no'));
      one.on('close', next);
    },
    function final(next) {
      const one = told(new Writable({ write(chunk, encoding, done) { done(); }, final(done) { setImmediate(done, new Error('final')); } }),
        'final', 'finish', 'error', 'close');
      one.end((error) => log(`final-end-${code(error)}`));
      one.on('close', next);
    },
    function needsNoDrain(next) {
      const one = told(new Writable({ highWaterMark: 1, write() {} }), 'full', 'drain');
      one.write('a');
      log('needs', Number(one.writableNeedDrain));
      one.destroy();
      log('needs', Number(one.writableNeedDrain));
      const last = told(new Writable({ highWaterMark: 1, write(chunk, encoding, done) { setImmediate(done); } }), 'last', 'drain', 'finish');
      last.write('a');
      last.end();
      log('needs', Number(last.writableNeedDrain));
      last.on('finish', next);
    },
    function stays(next) {
      // Without autoDestroy an error destroys nothing, and only one is told.
      const one = told(new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(new Error(String(chunk))); } }), 'stays', 'error', 'close');
      one.write('a', (error) => log(`called-${code(error)}`));
      setTimeout(() => {
        log('destroyed', Number(one.destroyed));
        one.destroy(new Error('again'));
        const finished = told(new Writable({ autoDestroy: false, write() {} }), 'finished', 'finish', 'close').end();
        const read = told(new Readable({ autoDestroy: false, read() { this.push(null); } }), 'read', 'end', 'close').resume();
        setTimeout(() => { log('both', Number(finished.destroyed) + Number(read.destroyed)); next(); }, 5);
      }, 5);
    },
    function bothSides(next) {
      const one = told(new Duplex({ read() {}, write(chunk, encoding, done) { done(); } }), 'both', 'finish', 'end', 'close');
      one.end();
      one.on('finish', () => setImmediate(() => { log('not-yet', Number(one.destroyed)); one.push(null); one.resume(); }));
      one.on('close', next);
    },
    function constructed(next) {
      let inCall = true;
      const one = told(new Writable({
        construct(done) { log('construct', Number(inCall)); setTimeout(done, 5); },
        write(chunk, encoding, done) { log('write'); done(); },
        destroy(error, done) { log('destroy'); done(error); },
      }), 'constructed', 'finish', 'close');
      inCall = false;
      process.nextTick(() => log('tick'));
      Promise.resolve().then(() => log('microtask'));
      one.write('a', (error) => log(`write-${code(error)}`));
      one.destroy();
      setTimeout(() => log('waits'), 2);
      one.on('close', next);
    },
    function notConstructed(next) {
      const one = told(new Writable({ construct(done) { done(new Error('no')); }, write() { log('never'); } }), 'not', 'finish', 'error', 'close');
      one.write('a', (error) => log(`not-write-${code(error)}`));
      one.on('close', () => { log('errored', Number(one.errored.message === 'no')); next(); });
    },
    function encodings(next) {
      const seen = (chunk, encoding, done) => { log(`${typeof chunk}-${encoding}`); done(); };
      const one = new Transform({ transform: seen });
      one.write('a', 'latin1');
      one.write(Buffer.from('a'));
      const text = new Transform({ decodeStrings: false, defaultEncoding: 'latin1', transform: seen });
      text.write('a');
      text.write('a', 'ucs2');
      text.setDefaultEncoding('ascii');
      text.write('a');
      setImmediate(next);
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
