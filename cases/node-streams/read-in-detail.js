// title "which way a readable is read, how far it counts, what it does with text, and what is ignored"
// rules FLOW-52
// layer node
// needs exact-time

const EventEmitter = require('events');
const stream = require('stream');

const { Duplex, Readable } = stream;

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const source = (options) => new Readable({ read() {}, ...options });
  const parts = [
    function resumed(next) {
      // As long as somebody listens for readable, resume() lets nothing flow.
      const one = source({ objectMode: true }).on('data', (chunk) => log(`data-${chunk}`));
      let reads = false;
      one.on('readable', () => { log('readable'); if (reads) log(`read-${one.read()}`); });
      one.resume();
      log('flows', Number(one.readableFlowing));
      one.push('a');
      setTimeout(() => {
        log('waiting', one.readableLength);
        reads = true;
        one.push('b');
        setTimeout(() => {
          one.removeAllListeners('readable');
          setTimeout(() => { log('flows', Number(one.readableFlowing)); one.push('c'); next(); }, 1);
        }, 1);
      }, 1);
    },
    function text(next) {
      const one = source();
      one.push(Buffer.from('äöü'));
      log('bytes', one.readableLength);
      one.setEncoding('utf8');
      log('characters', one.readableLength);
      log('own-encoding', Number(one.readableEncoding === 'utf8'));
      log(`text-${one.read() === 'äöü'}`);
      one.push(Buffer.from('ä').slice(0, 1));
      log('half', one.readableLength);
      one.push(Buffer.from('ä').slice(1));
      log('whole', Number(one.read() === 'ä'));
      one.push(Buffer.from('ö').slice(0, 1));
      one.push(null);
      one.on('data', (chunk) => log('replaced', Number(chunk === '\ufffd'))).on('end', next);
    },
    function hex(next) {
      const one = source({ encoding: 'hex' }).on('data', (chunk) => { log(`hex-${chunk}`); next(); });
      one.push('ab');
    },
    function empty(next) {
      const one = source().on('end', () => { log('end'); setImmediate(next); });
      one.push(null);
      one.on('readable', () => {
        log('readable');
        setImmediate(() => log('later'));
        log('none-left', Number(one.read() === null));
        process.nextTick(() => log('tick'));
      });
    },
    function ignored(next) {
      for (const objectMode of [false, true]) {
        const one = source({ objectMode }).on('error', () => log('error')).on('end', () => log('ended'));
        one.push('a');
        one.destroy();
        log('pushed', Number(one.push('b')));
        log('length', one.readableLength);
        log('read', Number(one.read() === null));
      }
      setImmediate(next);
    },
    function read(next) {
      const one = source();
      log('did-read', Number(one.readableDidRead));
      one.on('data', () => log('did-read', Number(one.readableDidRead)));
      setImmediate(() => { one.push('a'); next(); });
    },
    function paused(next) {
      const one = source();
      log('paused', Number(one.isPaused()));
      one.on('data', () => {});
      log('paused', Number(one.isPaused()));
      one.pause();
      log('paused', Number(one.isPaused()));
      const other = source().on('readable', () => {});
      log('paused', Number(other.isPaused()));
      next();
    },
    function marks(next) {
      const one = new Duplex({ readableHighWaterMark: 5, read() {}, write() {} });
      log('readable-mark', one.readableHighWaterMark);
      log('both', Number(new Duplex({ highWaterMark: 7, readableHighWaterMark: 5 }).readableHighWaterMark));
      const [bytes, objects] = [false, true].map((mode) => stream.getDefaultHighWaterMark(mode));
      stream.setDefaultHighWaterMark(false, 100);
      stream.setDefaultHighWaterMark(true, 3);
      log('bytes', source().readableHighWaterMark);
      log('objects', new stream.Writable({ objectMode: true }).writableHighWaterMark);
      stream.setDefaultHighWaterMark(false, bytes);
      stream.setDefaultHighWaterMark(true, objects);
      log('objects', objects);
      next();
    },
    function old(next) {
      // A stream of the old kind is held back while the new one is full.
      const from = new EventEmitter();
      from.pause = () => log('pause');
      from.resume = () => log('resume');
      const one = source({ highWaterMark: 2 });
      log('same', Number(one.wrap(from) === one));
      from.emit('data', Buffer.from('a'));
      log('first', one.readableLength);
      from.emit('data', Buffer.from('bc'));
      log('full', one.readableLength);
      one.on('data', (chunk) => log(`old-${chunk}`)).on('end', () => log('end')).on('close', next);
      setTimeout(() => from.emit('end'), 5);
    },
    async function helped(next) {
      // A mark says how many results may wait for who asks for them.
      for (const [label, options, atLeast] of [['one-ahead', {}, 2], ['ahead', { highWaterMark: 3 }, 4], ['two', { concurrency: 2, highWaterMark: 4 }, 6]]) {
        let calls = 0;
        const one = Readable.from([1, 2, 3, 4, 5, 6, 7, 8, 9]).map((value) => { calls++; return value; }, options)[Symbol.asyncIterator]();
        await one.next();
        await new Promise((resolve) => setTimeout(resolve, 5));
        log(label, Number(calls >= atLeast && calls < 9));
        await one.return();
      }
      log('sum', await Readable.from([1, 2, 3]).reduce((sum, value, { signal }) => { log('signal', Number(signal.aborted)); return sum + value; }, 0));
      next();
    },
    function finished(next) {
      // Of a side that nobody asked for, nothing is said.
      const make = () => new Duplex({ read() {}, write(chunk, encoding, done) { done(); } });
      const one = make();
      stream.finished(one, { writable: false }, (error) => { log('read-to-the-end', Number(error === undefined)); one.destroy(); });
      one.push(null);
      one.resume();
      const other = make();
      stream.finished(other, (error) => { log(error.code); });
      other.push(null);
      other.resume().on('end', () => other.destroy()).on('close', () => setImmediate(next));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
