// title "the options of a duplex, the signal of any stream, and what streams are made from"
// rules FLOW-26 FLOW-27 FLOW-30 FLOW-48
// layer node

const stream = require('stream');

const { Duplex, Readable, Writable, Transform } = stream;

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const base = { read() {}, write(chunk, encoding, done) { done(); } };
  const parts = [
    function halves(next) {
      const one = new Duplex({ ...base, readableObjectMode: true, writableHighWaterMark: 5 });
      log('modes', Number(one.readableObjectMode) * 10 + Number(one.writableObjectMode));
      log('mark', one.writableHighWaterMark);
      log('write-only', Number(new Duplex({ ...base, readable: false }).readable));
      log('read-only', Number(new Duplex({ ...base, writable: false }).writable));
      log('allowed', Number(one.allowHalfOpen));
      next();
    },
    function halfOpenChanged(next) {
      const one = new Duplex(base).on('end', () => log('end')).on('finish', () => log('finish')).on('close', () => { log('close'); next(); });
      one.allowHalfOpen = false;
      one.push(null);
      one.resume();
    },
    function halfOpenStays(next) {
      const one = new Duplex({ ...base, allowHalfOpen: false }).on('finish', () => log('finish'));
      one.allowHalfOpen = true;
      one.push(null);
      one.resume().on('end', () => setImmediate(() => { log('still', Number(one.writable)); next(); }));
    },
    function signalled(next) {
      const made = [Readable, Writable, Duplex, Transform].map((Stream) => {
        const controller = new AbortController();
        const one = new Stream({ ...base, transform() {}, signal: controller.signal });
        return [one, controller];
      });
      let open = made.length;
      for (const [one, controller] of made) {
        const { name } = one.constructor;
        one.on('error', (error) => log(`${name}-${error.name}`)).on('close', () => { if (!--open) next(); });
        controller.abort();
        log(`${name}-destroyed`, Number(one.destroyed));
      }
    },
    function abortedBefore(next) {
      const one = stream.addAbortSignal(AbortSignal.abort(), new Readable(base)).on('error', ({ name }) => { log(`added-${name}`); next(); });
      log('destroyed', Number(one.destroyed));
    },
    function fromNull(next) {
      Readable.from(['a', null]).on('data', (chunk) => log(`from-${chunk}`)).on('error', ({ code }) => { log(code); next(); });
    },
    function fromBytes(next) {
      log('objects', Number(Readable.from(['a']).readableObjectMode) * 10 + Number(Readable.from(['a'], { objectMode: false }).readableObjectMode));
      let chunks = 0;
      Readable.from(Buffer.from('abc')).on('data', () => { chunks++; }).on('end', () => { log('chunks', chunks); next(); });
    },
    function fromGenerator(next) {
      // The generator is left when the stream is destroyed.
      const one = Readable.from((function* count() { try { for (;;) yield 1; } finally { log('left'); } })());
      one.once('data', () => one.destroy()).on('close', () => { log('closed'); next(); });
    },
    function fromRejected(next) {
      Readable.from((async function* fail() { yield 1; throw new Error('no'); })()).on('data', () => log('one'))
        .on('error', ({ message }) => { log(message); next(); });
    },
    async function duplexes(next) {
      log('text', (await Duplex.from('abc').toArray()).length);
      log('promise', (await Duplex.from(Promise.resolve('a')).toArray()).length);
      const double = Duplex.from(async function* twice(source) { for await (const chunk of source) yield `${chunk}${chunk}`; });
      double.end('a');
      log((await double.toArray()).join(''));
      let got = '';
      const into = Duplex.from(async (source) => { for await (const chunk of source) got += chunk; });
      into.end('xyz');
      await stream.promises.finished(into);
      log(got);
      next();
    },
    async function web(next) {
      const reader = Readable.toWeb(Readable.from(['a', 'b'])).getReader();
      for (let step = await reader.read(); !step.done; step = await reader.read()) log(`web-${step.value}`);
      log('back', (await Readable.fromWeb(new ReadableStream({ start(c) { c.enqueue('a'); c.close(); } }), { objectMode: true }).toArray()).length);
      let written = '';
      const sink = new Writable({ write(chunk, encoding, done) { written += chunk; done(); } });
      const writer = Writable.toWeb(sink).getWriter();
      await writer.write(Buffer.from('w'));
      await writer.close();
      log(`written-${written}`, Number(sink.writableFinished));
      next();
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
