// stream-details.js - pipes, writes and reads of the page on streams, broken step by step.
'use strict';

const stream = require('stream');
const wrap = require('./wrap.js');

const { Duplex, Readable, Writable } = stream;
// Duplex has copies of the methods of Writable.
const both = (name, make) => {
  wrap(Writable.prototype, name, make);
  if (Object.hasOwn(Duplex.prototype, name)) wrap(Duplex.prototype, name, make);
};
// Let a class of streams be made with other options.
const remade = (name, change) => {
  const Whole = stream[name];
  function Changed(options) { Whole.call(this, options && change(options)); }
  Changed.prototype = Whole.prototype;
  Object.setPrototypeOf(Changed, Whole);
  stream[name] = Changed;
};
const sink = (write) => new Writable({ highWaterMark: 1, write });

module.exports = {
  'pipe-hides-an-error': {
    sentence: "The 'error' event is emitted if an error occurred while writing or piping data.",
    rules: ['FLOW-50'],
    change: () => wrap(Readable.prototype, 'pipe', (whole) => function pipe(into, options) {
      into.on('error', () => {});
      return whole.call(this, into, options);
    }),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught'));
      Readable.from(['a']).pipe(sink((chunk, encoding, done) => done(new Error('no'))));
    },
  },
  'unpipe-is-not-told-of-an-error': {
    sentence: 'This is also emitted in case this Writable stream emits an error when a Readable stream pipes into it.',
    rules: ['FLOW-50'],
    change: () => wrap(Writable.prototype, 'emit', (whole) => function emit(event, ...args) {
      return event === 'unpipe' && this.errored ? false : whole.call(this, event, ...args);
    }),
    witness: (print) => {
      const into = sink((chunk, encoding, done) => done(new Error('no'))).on('error', () => {});
      Readable.from(['a']).pipe(into.on('unpipe', () => print('unpipe')));
    },
  },
  'pipe-fills-what-is-full': {
    sentence: 'The flow of data will be automatically managed so that the destination Writable stream is not overwhelmed.',
    rules: ['FLOW-50'],
    change: () => wrap(Readable.prototype, 'pipe', (whole) => function pipe(into, options) {
      whole.call(this, into, options);
      this.resume();
      return into;
    }),
    witness: (print) => {
      const into = sink(() => {});
      into.write('x');
      const from = Readable.from(['a']);
      from.pipe(into);
      print(from.readableFlowing);
    },
  },
  'end-releases-once': {
    sentence: 'The buffered data will be flushed when either the stream.uncork() or stream.end() methods are called.',
    rules: ['FLOW-51'],
    change: () => both('end', (whole) => function end(...args) {
      const nested = this.writableCorked > 1;
      const answer = whole.apply(this, args);
      if (nested) this.cork();
      return answer;
    }),
    witness: (print) => {
      const one = sink((chunk, encoding, done) => done());
      one.cork();
      one.cork();
      one.end('a');
      print(one.writableCorked);
    },
  },
  'construct-comes-late': {
    sentence: 'This optional function will be called in a tick after the stream constructor has returned.',
    rules: ['FLOW-51'],
    change: () => remade('Writable', (options) => (options.construct ? {
      ...options, construct(done) { setImmediate(() => options.construct.call(this, done)); },
    } : options)),
    witness: (print) => {
      new stream.Writable({ construct() { print('construct'); } });
      setImmediate(() => print('immediate'));
    },
  },
  'construct-cannot-fail': {
    sentence: 'Call this function (optionally with an error argument) when the stream has finished initializing.',
    rules: ['FLOW-51'],
    change: () => remade('Writable', (options) => (options.construct ? {
      ...options, construct(done) { options.construct.call(this, () => done()); },
    } : options)),
    witness: (print) => {
      new stream.Writable({ construct(done) { done(new Error('no')); } }).on('error', () => print('error'));
    },
  },
  'an-error-destroys-always': {
    sentence: 'The stream is closed when the error event is emitted unless the autoDestroy option was set to false.',
    rules: ['FLOW-51'],
    change: () => wrap(Writable.prototype, 'emit', (whole) => function emit(event, ...args) {
      const answer = whole.call(this, event, ...args);
      if (event === 'error' && this._writableState && !this._writableState.autoDestroy) this.destroy();
      return answer;
    }),
    witness: (print) => {
      const one = new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(new Error('no')); } });
      one.on('error', () => {}).on('close', () => print('close')).write('a');
    },
  },
  'resume-flows-past-readable': {
    sentence: "The readable.resume() method has no effect if there is a 'readable' event listener.",
    rules: ['FLOW-52'],
    change: () => wrap(Readable.prototype, 'resume', (whole) => function resume() {
      whole.call(this);
      if (this.listenerCount('readable')) this._readableState.flowing = true;
      return this;
    }),
    witness: (print) => print(new Readable({ read() {} }).on('readable', () => {}).resume().readableFlowing),
  },
  'encoding-comes-too-late': {
    sentence: 'Setting an encoding causes the stream data to be returned as strings.',
    rules: ['FLOW-52'],
    change: () => wrap(Readable.prototype, 'setEncoding', (whole) => function setEncoding(encoding) {
      return this.readableLength ? this : whole.call(this, encoding);
    }),
    witness: (print) => {
      const one = new Readable({ read() {} });
      one.push('a');
      print(typeof one.setEncoding('utf8').read());
    },
  },
  'wrapped-stays-paused': {
    sentence: 'readable.wrap(): a Readable stream that uses the old stream as its data source.',
    rules: ['FLOW-52'],
    change: () => wrap(Readable.prototype, 'wrap', (whole) => function again(old) {
      whole.call(this, old);
      this._read = () => {};
      return this;
    }),
    witness: (print) => {
      const old = new (require('events'))();
      Object.assign(old, { pause() {}, resume: () => print('resume') });
      const one = new Readable({ highWaterMark: 1 }).wrap(old);
      old.emit('data', Buffer.from('abc'));
      one.resume();
    },
  },
  'default-mark-of-objects-only': {
    sentence: 'setDefaultHighWaterMark(): sets the default highWaterMark used by streams.',
    rules: ['FLOW-52'],
    change: () => wrap(stream, 'setDefaultHighWaterMark', (whole) => (mode, value) => mode && whole(mode, value)),
    witness: (print) => {
      stream.setDefaultHighWaterMark(false, 100);
      print(new Readable().readableHighWaterMark);
    },
  },
  'readable-mark-is-the-default': {
    sentence: 'readableHighWaterMark: sets highWaterMark for the readable side of the stream.',
    rules: ['FLOW-52'],
    change: () => remade('Duplex', (options) => ({ ...options, readableHighWaterMark: undefined })),
    witness: (print) => print(new stream.Duplex({ readableHighWaterMark: 5 }).readableHighWaterMark),
  },
  'helpers-have-no-mark': {
    sentence: 'highWaterMark: how many items to buffer while waiting for user consumption of the mapped items.',
    rules: ['FLOW-52'],
    change: () => wrap(Readable.prototype, 'map', (whole) => function map(call, options) {
      return whole.call(this, call, { ...options, highWaterMark: undefined });
    }),
    witness: (print) => {
      let calls = 0;
      const one = Readable.from([1, 2, 3, 4, 5]).map(() => ++calls, { highWaterMark: 4 })[Symbol.asyncIterator]();
      one.next();
      setTimeout(() => print(calls), 5);
    },
  },
  'functions-have-no-signal': {
    sentence: 'Remember to handle the signal argument passed into the async generator.',
    rules: ['FLOW-53'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => whole(...args.map((one, i) =>
      (typeof one === 'function' && i < args.length - 1 ? (...given) => one(...given.slice(0, -1), {}) : one)))),
    witness: (print) => stream.pipeline(({ signal }) => { print(typeof signal); return ['a']; }, sink(() => {}), () => {}),
  },
  'pipeline-never-aborts-its-functions': {
    sentence: 'A module method to pipe between streams and generators forwarding errors and properly cleaning up.',
    rules: ['FLOW-53'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => whole(...args.map((one, i) =>
      (typeof one === 'function' && i < args.length - 1 ?
        (...given) => one(...given.slice(0, -1), { signal: new AbortController().signal }) : one)))),
    witness: (print) => stream.pipeline(async function* source({ signal }) {
      signal.addEventListener('abort', () => print('aborted'));
      yield 'a';
    }, sink((chunk, encoding, done) => done(new Error('no'))), () => {}),
  },
  'pipeline-stays-at-its-last': {
    sentence: 'If the last stream is readable, dangling event listeners will be removed so that the last stream can be consumed later.',
    rules: ['FLOW-53'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => {
      const last = args[args.length - 2];
      if (last instanceof stream.Duplex) last.on('error', () => {});
      return whole(...args);
    }),
    witness: (print) => {
      const last = new stream.PassThrough();
      stream.pipeline(['a'], last, () => print(last.listenerCount('error')));
    },
  },
  'functions-do-not-wait-for-drain': {
    sentence: 'stream.pipeline() abstracts away the handling of backpressure and backpressure-related errors.',
    rules: ['FLOW-53'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => {
      for (const one of args) if (one instanceof Writable) wrap(one, 'write', (write) => function all(...given) { write.apply(this, given); return true; });
      return whole(...args);
    }),
    witness: (print) => {
      const last = sink((chunk, encoding, done) => setImmediate(done));
      stream.pipeline(function* source() { yield 'a'; yield 'b'; print(last.writableLength); }, last, () => {});
    },
  },
};
