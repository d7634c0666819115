// title "a pipeline of functions waits for drain and for the end, passes its signal to all, and reports the first error"
// rules FLOW-53
// layer node
// needs exact-time

const { pipeline, PassThrough, Readable, Transform, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const sink = (options) => new Writable({
    objectMode: true, highWaterMark: 1, write(chunk, encoding, done) { log(`write-${chunk}`); setImmediate(done); }, ...options,
  });
  const told = (label, next) => (error) => { log(`${label}-${error ? error.code || error.message : 'fine'}`); setImmediate(next); };
  const parts = [
    function waits(next) {
      // One chunk is under way at most, and the end is that of the destination.
      const last = sink({ final(done) { setTimeout(() => { log('final'); done(); }, 5); } });
      pipeline(async function* source() {
        for (const chunk of ['a', 'b', 'c']) { log(`make-${chunk}`); yield chunk; log('length', last.writableLength); }
      }, last.on('drain', () => log('drain')).on('finish', () => log('finish')), told('waits', next));
    },
    function signalled(next) {
      const signals = [];
      pipeline(async function* source({ signal }) { signals.push(signal); yield 'a'; }, async function* middle(source, { signal }) {
        signals.push(signal);
        yield* source;
      }, async (source, { signal }) => { signals.push(signal); for await (const chunk of source) log(`last-${chunk}`); }, (error) => {
        log('signals', signals.length);
        log('same-signal', Number(signals.every((signal) => signal instanceof AbortSignal && signal === signals[0])));
        told('signalled', next)(error);
      });
    },
    function stopped(next) {
      // A source that would wait for ever is told that nobody wants it.
      pipeline(async function* source({ signal }) {
        yield 'a';
        log('aborted', Number(signal.aborted));
        await new Promise((resolve) => signal.addEventListener('abort', () => { log('told'); resolve(); }));
      }, sink({ highWaterMark: 9, write(chunk, encoding, done) { setTimeout(done, 5, new Error('no')); } }), told('stopped', next));
    },
    function first(next) {
      const last = sink({ destroy(error, done) { done(new Error('second')); } });
      pipeline(new Readable({ read() { this.destroy(new Error('first')); } }), last.on('error', ({ message }) => log(`own-${message}`)), told('told', next));
    },
    function readableLast(next) {
      const last = new PassThrough();
      pipeline(Readable.from(['a']), last, (error) => {
        setImmediate(() => {
          log('left', ['drain', 'end', 'error', 'finish', 'unpipe'].reduce((sum, event) => sum + last.listenerCount(event), 0));
          log(`read-${last.read()}`);
          told('readable', next)(error);
        });
      });
    },
    function flushed(next) {
      const one = new Transform({ transform(chunk, encoding, done) { done(null, chunk); }, flush(done) { done(new Error('flush')); } });
      for (const event of ['end', 'finish', 'error', 'close']) one.on(event, () => log(`flush-${event}`));
      one.on('data', (chunk) => log(`data-${chunk}`)).on('close', next).end('a');
    },
    function unread(next) {
      // What nobody reads holds back what comes in.
      const one = new Transform({ highWaterMark: 2, objectMode: true, transform(chunk, encoding, done) { log('transform', chunk); done(null, chunk); } });
      for (const number of [1, 2, 3, 4]) one.write(number);
      setImmediate(() => {
        log('waiting', one.writableLength);
        log('ready', one.readableLength);
        one.on('data', (chunk) => log('read', chunk)).on('end', next).end();
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
