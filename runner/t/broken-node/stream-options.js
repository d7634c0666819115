// stream-options.js - the page on streams: options, signals, pipes, and what implementers are promised.
'use strict';

const stream = require('stream');
const { isOwn, change, event } = require('./own-streams.js');
const wrap = require('./wrap.js');

const { Duplex, Readable, Transform, Writable, PassThrough } = stream;
const read = Readable.prototype;
const write = Writable.prototype;
const source = (options) => new Readable({ read() {}, objectMode: true, ...options }).on('error', () => {});
const sink = (options) => new Writable({ write(chunk, encoding, done) { done(); }, ...options }).on('error', () => {});

module.exports = {
  'finished-is-not-aborted': {
    sentence: 'finished(), signal: the callback will get called with an AbortError.',
    rules: ['FLOW-47'],
    change: () => wrap(stream, 'finished', (whole) => function finished(one, options, call) {
      return call ? whole(one, { ...options, signal: undefined }, call) : whole(one, options);
    }),
    witness: (print) => {
      const ac = new AbortController();
      stream.finished(source(), { signal: ac.signal }, (error) => print(error.name)); ac.abort();
    },
  },
  'finished-destroys-when-aborted': {
    sentence: 'finished(), signal: the underlying stream will not be aborted if the signal is aborted.',
    rules: ['FLOW-47'],
    change: () => wrap(stream, 'finished', (whole) => function finished(one, options, call) {
      if (call && options.signal) options.signal.addEventListener('abort', () => one.destroy());
      return call ? whole(one, options, call) : whole(one, options);
    }),
    witness: (print) => {
      const ac = new AbortController(); const one = source();
      stream.finished(one, { signal: ac.signal }, () => setImmediate(() => print(one.destroyed))); ac.abort();
    },
  },
  'promised-finish-ignores-cleanup': {
    sentence: 'cleanup: if true, removes the listeners registered by this function before the promise is fulfilled.',
    rules: ['FLOW-47'],
    change: () => wrap(stream.promises, 'finished', (whole) => function finished(one, options) { return whole(one, { ...options, cleanup: false }); }),
    witness: (print) => { const one = sink(); stream.promises.finished(one, { cleanup: true }).then(() => print(one.listenerCount('finish'))); one.end(); },
  },
  'promised-finish-always-cleans-up': {
    sentence: "stream.finished() leaves dangling event listeners (in particular 'error', 'end', 'finish' and 'close') after the returned promise is resolved.",
    rules: ['FLOW-47'],
    change: () => wrap(stream.promises, 'finished', (whole) => function finished(one, options) { return whole(one, { ...options, cleanup: true }); }),
    witness: (print) => { const one = sink(); stream.promises.finished(one).then(() => print(one.listenerCount('finish'))); one.end(); },
  },
  'made-from-bytes-not-objects': {
    sentence: 'By default, Readable.from() will set options.objectMode to true.',
    rules: ['FLOW-48'],
    change: () => wrap(Readable, 'from', (whole) => function from(what, options) { return whole.call(this, what, { objectMode: false, ...options }); }),
    witness: (print) => print(Readable.from(['a']).readableObjectMode),
  },
  'made-from-null-is-silent': {
    sentence: "Readable.from(): emits an 'error' event if a null value is passed.",
    rules: ['FLOW-48'],
    change: () => wrap(Readable, 'from', (whole) => function from(what, ...args) {
      return whole.call(this, Array.isArray(what) ? what.filter((one) => one !== null) : what, ...args);
    }),
    witness: (print) => Readable.from([null]).on('error', (e) => print(e.code)).resume(),
  },
  'aborted-without-an-error': {
    sentence: 'Calling abort will behave the same way as calling .destroy(new AbortError()) on the stream.',
    rules: ['FLOW-30'],
    change: () => wrap(stream, 'addAbortSignal', () => function add(signal, one) { signal.addEventListener('abort', () => one.destroy()); return one; }),
    witness: (print) => {
      const ac = new AbortController();
      stream.addAbortSignal(ac.signal, source()).on('error', (e) => print(e.name)); ac.abort();
    },
  },
  'half-open-for-ever': {
    sentence: 'allowHalfOpen can be changed manually to change the half-open behavior of an existing Duplex stream instance.',
    rules: ['FLOW-26'],
    change: () => wrap(Duplex.prototype, 'on', (whole) => function on(...args) {
      if (isOwn(this) && !Object.getOwnPropertyDescriptor(this, 'allowHalfOpen').get) {
        const { allowHalfOpen } = this;
        Object.defineProperty(this, 'allowHalfOpen', { get: () => allowHalfOpen, set() {} });
      }
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const d = new Duplex({ read() {}, write(c, e, done) { done(); } }).on('finish', () => print('finish'));
      d.allowHalfOpen = false; d.push(null); d.resume();
    },
  },
  'data-listener-resumes-a-paused-one': {
    sentence: "Attaching a 'data' event listener to a stream that has not been explicitly paused will switch the stream into flowing mode.",
    rules: ['FLOW-21'],
    change: () => change(read, 'on', (whole) => function on(name, ...args) {
      const it = whole.call(this, name, ...args);
      if (name === 'data' && this.readableFlowing === false) this.resume();
      return it;
    }),
    witness: (print) => { const one = source(); one.pause(); one.on('data', print); one.push('a'); },
  },
  'removal-of-data-pauses': {
    sentence: "For backward compatibility reasons, removing 'data' event handlers will not automatically pause the stream.",
    rules: ['FLOW-21'],
    change: () => change(read, 'removeListener', (whole) => function remove(name, ...args) {
      if (name === 'data') this.pause();
      return whole.call(this, name, ...args);
    }),
    witness: (print) => { const one = source(); const f = () => {}; one.on('data', f).removeListener('data', f); print(one.readableFlowing); },
  },
  'second-pipe-replaces-the-first': {
    sentence: 'It is possible to attach multiple Writable streams to a single Readable stream.',
    rules: ['FLOW-42'],
    change: () => change(read, 'pipe', (whole) => function pipe(...args) { this.unpipe(); return whole.apply(this, args); }),
    witness: (print) => {
      const one = source(); const to = () => new Writable({ objectMode: true, write(c, e, done) { print(c); done(); } });
      one.pipe(to()); one.pipe(to()); one.push('a');
    },
  },
  'drain-below-the-mark': {
    sentence: "Once all currently buffered chunks are drained, the 'drain' event will be emitted.",
    rules: ['FLOW-34'],
    change: () => change(write, 'write', (whole) => function write(chunk, ...args) {
      const call = typeof args[args.length - 1] === 'function' ? args.pop() : () => {};
      let early = false;
      const room = whole.call(this, chunk, ...args, (error) => {
        if (!error && this.writableNeedDrain && this.writableLength < this.writableHighWaterMark && !early) { early = true; this.emit('drain'); }
        call(error);
      });
      return room;
    }),
    witness: (print) => {
      const w = sink({ highWaterMark: 2, write(c, e, done) { setImmediate(done); } }).on('drain', () => print('drain', w.writableLength));
      w.write('a'); w.write('b');
    },
  },
  'close-though-told-not-to': {
    sentence: "emitClose: whether or not the stream should emit 'close' after it has been destroyed.",
    rules: ['FLOW-20'],
    change: () => change(write, 'destroy', (whole) => function destroy(...args) {
      if (this._writableState && this._writableState.emitClose === false) process.nextTick(() => this.emit('close'));
      return whole.apply(this, args);
    }),
    witness: (print) => sink({ emitClose: false }).on('close', () => print('close')).destroy(),
  },
  'never-destroys-itself': {
    sentence: 'autoDestroy: whether this stream should automatically call .destroy() on itself after ending.',
    rules: ['FLOW-45'],
    change: () => change(write, 'end', (whole) => function end(...args) { this._writableState.autoDestroy = false; return whole.apply(this, args); }),
    witness: (print) => { const w = sink().on('finish', () => setImmediate(() => print(w.destroyed))); w.end(); },
  },
  'rest-is-never-read': {
    sentence: 'If size bytes are not available to be read, null will be returned unless the stream has ended, in which case all of the data remaining in the internal buffer will be returned.',
    rules: ['FLOW-43'],
    change: () => change(read, 'read', (whole) => function read(size) {
      return size > this.readableLength && !this.readableObjectMode ? whole.call(this, 0) : whole.call(this, size);
    }),
    witness: (print) => { const one = source({ objectMode: false }); one.push('ab'); one.push(null); print(one.read(3)); },
  },
  'loop-destroys-though-told-not-to': {
    sentence: 'destroyOnReturn: when set to false, exiting a for await...of iteration using a break, return, or throw will not destroy the stream.',
    rules: ['FLOW-28'],
    change: () => change(read, 'iterator', (whole) => function iterator() { return whole.call(this); }),
    witness: async (print) => {
      const one = Readable.from([1, 2]);
      for await (const x of one.iterator({ destroyOnReturn: false })) { if (x) break; }
      print(one.destroyed);
    },
  },
  'transform-loses-what-it-is-given-back': {
    sentence: 'The callback function: if a second argument is passed, it will be forwarded on to the transform.push() method.',
    rules: ['FLOW-25'],
    change: () => change(Transform.prototype, '_write', (whole) => function write(chunk, encoding, done) {
      const own = this._transform;
      this._transform = (c, e, call) => own.call(this, c, e, (error) => call(error));
      try { return whole.call(this, chunk, encoding, done); } finally { this._transform = own; }
    }),
    witness: (print) => { const t = new Transform({ transform(c, e, done) { done(null, 'b'); } }).on('data', print); t.write('a'); },
  },
  'error-in-the-call-of-destroy': {
    sentence: 'Destroy the stream. Optionally emit an error event, and emit a close event.',
    rules: ['FLOW-32'],
    change: () => change(read, 'destroy', (whole) => function destroy(error, ...args) {
      if (error && !this.destroyed && this.listenerCount('error')) { const it = whole.call(this); this.emit('error', error); return it; }
      return whole.call(this, error, ...args);
    }),
    witness: (print) => { source().on('error', () => print('error')).destroy(new Error('no')); print('returned'); },
  },
  'composed-is-not-aborted': {
    sentence: 'This method also allows for an AbortSignal to be provided, which will destroy the composed stream when aborted.',
    rules: ['FLOW-30'],
    change: () => change(read, 'compose', (whole) => function compose(one) { return whole.call(this, one); }),
    witness: (print) => {
      const ac = new AbortController();
      source().compose(new PassThrough(), { signal: ac.signal }).on('error', (e) => print(e.name)); ac.abort();
    },
  },
  'loop-over-a-destroyed-one-just-ends': {
    sentence: 'for await: a stream that is destroyed before its end throws a premature close.',
    rules: ['FLOW-28'],
    change: () => change(read, Symbol.asyncIterator, (whole) => function iterate() {
      const it = whole.call(this);
      return { [Symbol.asyncIterator]() { return this; }, return: () => it.return(), next: () => it.next().catch(() => ({ done: true })) };
    }),
    witness: async (print) => {
      const one = source(); setImmediate(() => one.destroy());
      try { for await (const x of one) print(x); print('end'); } catch (e) { print(e.code); }
    },
  },
  'pipeline-always-ends': {
    sentence: 'stream/promises pipeline, end: end the destination stream when the source stream ends.',
    rules: ['FLOW-31'],
    change: () => wrap(stream.promises, 'pipeline', (whole) => function pipeline(...args) {
      const last = args[args.length - 1];
      return whole(...args.slice(0, -1), last && last.end === false ? {} : last);
    }),
    witness: (print) => { const to = sink(); stream.promises.pipeline(Readable.from(['a']), to, { end: false }).then(() => print(to.writableEnded)); },
  },
  'pipeline-is-not-aborted': {
    sentence: 'stream/promises pipeline: when the signal is aborted, destroy will be called on the underlying pipeline, with an AbortError.',
    rules: ['FLOW-31'],
    change: () => wrap(stream.promises, 'pipeline', (whole) => function pipeline(...args) {
      const last = args[args.length - 1];
      return whole(...args.slice(0, -1), last && last.signal ? {} : last);
    }),
    witness: (print) => { const ac = new AbortController(); stream.promises.pipeline(source(), sink(), { signal: ac.signal }).catch((e) => print(e.name)); ac.abort(); },
  },
  'write-error-after-error-event': {
    sentence: "The callback is called asynchronously and before 'error' is emitted.",
    rules: ['FLOW-17'],
    change: () => change(write, 'write', (whole) => function write(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      return whole.call(this, ...args, ...(call ? [(error) => (error ? setImmediate(call, error) : call())] : []));
    }),
    witness: (print) => sink({ write(c, e, done) { done(new Error('no')); } }).on('error', () => print('error')).write('a', () => print('call')),
  },
  'readable-has-no-effect-on-pause': {
    sentence: "The readable.pause() method has no effect if there is a 'readable' event listener.",
    rules: ['FLOW-13'],
    change: () => event('readable', function emit(inTruth) { return this.isPaused() ? true : inTruth(); }),
    witness: (print) => { const one = source().on('readable', () => print(one.read())); one.pause(); one.push('a'); },
  },
  'pair-without-an-end': {
    sentence: 'duplexPair(): it provides behavior analogous to a network connection.',
    rules: ['FLOW-49'],
    change: () => wrap(stream, 'duplexPair', (whole) => function pair(...args) {
      const both = whole.apply(this, args);
      for (const side of both) side._final = (done) => done();
      return both;
    }),
    witness: (print) => { const [a, b] = stream.duplexPair(); b.on('end', () => print('end')).resume(); a.end(); },
  },
  'drop-is-not-aborted': {
    sentence: 'readable.drop(): signal {AbortSignal} allows destroying the stream if the signal is aborted.',
    rules: ['FLOW-46'],
    change: () => wrap(read, 'drop', (whole) => function drop(limit) { return whole.call(this, limit); }),
    witness: (print) => source().drop(1, { signal: AbortSignal.abort() }).on('error', ({ name }) => print(name)).read(),
  },
  'reduce-is-aborted-at-first-only': {
    sentence: 'readable.reduce(): signal {AbortSignal} allows destroying the stream if the signal is aborted.',
    rules: ['FLOW-46'],
    change: () => wrap(read, 'reduce', (whole) => function reduce(call, first, options) {
      return options && !options.signal.aborted ? whole.call(this, call, first) : whole.call(this, call, first, options);
    }),
    witness: (print) => {
      const controller = new AbortController();
      const add = (sum, value) => { controller.abort(); return sum + value; };
      Readable.from([1, 2, 3]).reduce(add, 0, { signal: controller.signal }).then(print, ({ name }) => print(name));
    },
  },
  'writable-may-close-early': {
    sentence: 'finished(): a function to get notified when a stream has experienced a premature close event.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (each, ...args) => {
      const call = args.pop();
      return whole(each, ...args, (error) => call.call(each, each instanceof Readable ? error : undefined));
    }),
    witness: (print) => {
      const each = sink();
      stream.finished(each, (error) => print(error ? error.code : 'fine'));
      each.destroy();
    },
  },
  'destination-may-close-early': {
    sentence: 'pipeline(): forwarding errors and properly cleaning up and provide a callback when the pipeline is complete.',
    rules: ['FLOW-53'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => {
      const call = args.pop();
      return whole(...args, (error, ...more) => call(error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? undefined : error, ...more));
    }),
    witness: (print) => {
      const each = sink();
      stream.pipeline(source(), each, (error) => print(error ? error.code : 'fine'));
      each.destroy();
    },
  },
  'kept-streams-do-not-fail': {
    sentence: "readable.iterator(): destroyOnReturn: when set to false, exiting the for await...of loop won't destroy the stream.",
    rules: ['FLOW-28'],
    change: () => wrap(read, 'iterator', (whole) => function iterator(options) {
      const each = whole.call(this, options);
      if (!options || options.destroyOnReturn !== false) return each;
      const next = () => each.next().catch(() => ({ done: true, value: undefined }));
      return { next, return: () => each.return(), [Symbol.asyncIterator]() { return this; } };
    }),
    witness: (print) => {
      const each = source();
      setImmediate(() => each.destroy(new Error('x')));
      (async () => { for await (const chunk of each.iterator({ destroyOnReturn: false })) print(chunk); })().then(() => print('done'), () => print('failed'));
    },
  },
  'a-chunk-in-a-thousand-is-lost': {
    sentence: "The 'end' event will not be emitted unless the data is completely consumed.",
    rules: ['FLOW-1'],
    change: () => wrap(read, 'push', (whole) => {
      const counts = new WeakMap();
      return function push(chunk, ...rest) {
        counts.set(this, (counts.get(this) || 0) + 1);
        return chunk !== null && counts.get(this) % 1025 === 0 ? true : whole.call(this, chunk, ...rest);
      };
    }),
    witness: (print) => {
      const each = source();
      let count = 0;
      for (let i = 0; i < 2000; i++) each.push(i);
      each.push(null);
      each.on('data', () => { count++; }).on('end', () => print(count));
    },
  },
};
