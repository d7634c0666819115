// title "a pipeline leaves alone what has ended or finished, returns its last stream, and destroys the rest after an error"
// rules FLOW-11 FLOW-45
// layer node

const { pipeline, Readable, PassThrough, Writable, Duplex } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const state = (label, one) => log(label, Number(one.destroyed) * 100 + Number(Boolean(one.writableFinished)) * 10 + Number(Boolean(one.readableEnded)));
  const sink = (options) => new Writable({ write(chunk, encoding, done) { setImmediate(done); }, ...options });
  const parts = [
    function readableLast(next) {
      const last = new PassThrough({ autoDestroy: false });
      log('returned', Number(pipeline(Readable.from(['a']), last, (error) => {
        log(error ? 'error' : 'called');
        state('last', last);
        last.on('data', (chunk) => log(`still-${chunk}`)).on('end', next);
      }) === last));
    },
    function finishedAlone(next) {
      const last = sink({ autoDestroy: false });
      const first = new Readable({ read() { this.push('a'); this.push(null); }, autoDestroy: false });
      pipeline(first, last, (error) => { log(error ? 'error' : 'alone'); state('first', first); state('last', last); next(); });
    },
    function broken(next) {
      const first = new Readable({ read() {} });
      const middle = new PassThrough();
      const last = sink();
      const seen = [];
      for (const [name, one] of Object.entries({ first, middle, last })) {
        one.on('error', ({ message }) => seen.push(`${name}-${message}`)).on('close', () => seen.push(`${name}-close`));
      }
      pipeline(first, middle, last, ({ message }) => { log(`broken-${message}`); setImmediate(() => { seen.sort().forEach((label) => log(label)); next(); }); });
      middle.destroy(new Error('no'));
    },
    function early(next) {
      const first = new Readable({ read() {} });
      pipeline(first, sink(), ({ code }) => { log(code); next(); });
      first.destroy();
    },
    function returnedValue(next) {
      pipeline(Readable.from(['a', 'b']), async (source) => { let all = ''; for await (const chunk of source) all += chunk; return all; },
        (error, value) => { log(`value-${value}`); next(); });
    },
    function generators(next) {
      pipeline(function* source() { yield 'a'; yield 'b'; }, async function* double(source) { for await (const chunk of source) yield chunk + chunk; },
        sink({ objectMode: true, write(chunk, encoding, done) { log(String(chunk)); done(); } }), (error) => { log(error ? 'error' : 'done'); next(); });
    },
    function generatorThrows(next) {
      const last = sink();
      pipeline(['a'], async function* fail(source) { for await (const chunk of source) throw new Error(`no-${chunk}`); }, last,
        ({ message }) => { log(message); state('last', last); next(); });
    },
    function list(next) {
      pipeline([Readable.from(['a']), new PassThrough(), sink()], (error) => { log(error ? 'error' : 'list'); next(); });
    },
    function composed(next) {
      const { compose } = require('stream');
      const inner = new PassThrough();
      const outer = compose(new PassThrough(), inner).on('error', ({ message }) => log(`outer-${message}`)).on('close', () => { state('outer', outer); next(); });
      inner.destroy(new Error('within'));
    },
    function halves(next) {
      const written = sink({ write(chunk, encoding, done) { log(`wrote-${chunk}`); done(); } });
      const both = Duplex.from({ readable: Readable.from(['x']), writable: written });
      both.on('data', (chunk) => log(`read-${chunk}`)).on('close', () => { log('both-closed'); next(); });
      setImmediate(() => both.end('y'));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
