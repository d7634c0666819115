// stream-flows.js - the page on streams, broken once more.
'use strict';

const stream = require('stream');
const { change, answer, event } = require('./own-streams.js');
const wrap = require('./wrap.js');

const { Duplex, Readable, Transform, Writable, PassThrough } = stream;
const read = Readable.prototype;
const write = Writable.prototype;
const both = (name, make) => {
  for (const proto of [read, write, Duplex.prototype]) {
    if (Object.prototype.hasOwnProperty.call(proto, name)) change(proto, name, make);
  }
};
const sink = (print, options) => new Writable({
  objectMode: true, write(chunk, encoding, done) { print(chunk); setImmediate(done); }, ...options,
});

module.exports = {
  'pipe-never-ends-its-destination': {
    sentence: "By default, stream.end() is called on the destination Writable stream when the source Readable stream emits 'end'.",
    rules: ['FLOW-14'],
    change: () => change(read, 'pipe', (whole) => function pipe(to) { return whole.call(this, to, { end: false }); }),
    witness: (print) => Readable.from([1]).pipe(sink(print).on('finish', () => print('finish'))),
  },
  'pipe-always-ends-its-destination': {
    sentence: 'end: end the writer when the reader ends. To disable this default behavior, the end option can be passed as false.',
    rules: ['FLOW-14'],
    change: () => change(read, 'pipe', (whole) => function pipe(to) { return whole.call(this, to); }),
    witness: (print) => Readable.from([1]).pipe(sink(print).on('finish', () => print('finish')), { end: false }),
  },
  'pipe-returns-its-source': {
    sentence: 'The readable.pipe() method returns a reference to the destination stream making it possible to set up chains of piped streams.',
    rules: ['FLOW-14'],
    change: () => change(read, 'pipe', (whole) => function pipe(...args) { whole.apply(this, args); return this; }),
    witness: (print) => { const to = sink(print); print(Readable.from([1]).pipe(to) === to); },
  },
  'pipe-event-in-a-tick': {
    sentence: "The 'pipe' event is emitted when the stream.pipe() method is called on a readable stream.",
    rules: ['FLOW-14'],
    change: () => event('pipe', (whole) => { process.nextTick(whole); return true; }),
    witness: (print) => { Readable.from([1]).pipe(sink(print).on('pipe', () => print('pipe'))); print('after'); },
  },
  'unpipe-is-silent': {
    sentence: "The 'unpipe' event is emitted when the stream.unpipe() method is called on a Readable stream.",
    rules: ['FLOW-14'],
    change: () => event('unpipe', () => true),
    witness: (print) => {
      const to = sink(print).on('unpipe', () => print('unpipe'));
      const from = new PassThrough();
      from.pipe(to);
      from.unpipe(to);
    },
  },
  'unpipe-one-is-unpipe-all': {
    sentence: 'If the destination is specified, only that pipe is detached; without it all pipes are detached.',
    rules: ['FLOW-14'],
    change: () => change(read, 'unpipe', (whole) => function unpipe() { return whole.call(this); }),
    witness: (print) => {
      const from = new PassThrough({ objectMode: true });
      const to = sink(() => print('a'));
      from.pipe(to);
      from.pipe(sink(() => print('b')));
      from.unpipe(to);
      from.write(1);
    },
  },
  'pipe-ignores-backpressure': {
    sentence: 'The flow of data will be automatically managed so that the destination Writable stream is not overwhelmed by a faster Readable stream.',
    rules: ['FLOW-15'],
    change: () => change(read, 'pipe', (whole) => function pipe(to, ...rest) {
      const { write: inTruth } = to;
      to.write = function writeOn(...args) { inTruth.apply(this, args); return true; };
      return whole.call(this, to, ...rest);
    }),
    witness: (print) => {
      const from = new Readable({ objectMode: true, read() {} });
      from.pipe(new Writable({ objectMode: true, highWaterMark: 1, write() {} }));
      for (let i = 0; i < 4; i++) from.push(i);
      setTimeout(() => print(from.readableLength), 1);
    },
  },
  'failing-destination-stays-piped': {
    sentence: 'If a Readable stream pipes into a Writable stream when Writable emits an error, the Readable stream will be unpiped.',
    rules: ['FLOW-16'],
    change: () => event('unpipe', function emit(whole) { return this.errored || this.destroyed ? true : whole(); }),
    witness: (print) => {
      const from = new PassThrough();
      const to = sink(print, { write(chunk, encoding, done) { done(new Error('expected')); } });
      to.on('error', () => {}).on('unpipe', () => print('unpipe'));
      from.pipe(to);
      from.write('a');
    },
  },
  'failing-source-ends-its-destination': {
    sentence: 'If the Readable stream emits an error during processing, the Writable destination is not closed automatically.',
    rules: ['FLOW-16'],
    change: () => change(read, 'pipe', (whole) => function pipe(to, ...rest) {
      this.on('error', () => to.end());
      return whole.call(this, to, ...rest);
    }),
    witness: (print) => {
      const from = new PassThrough().on('error', () => {});
      const to = sink(print).on('finish', () => print('finish'));
      from.pipe(to);
      from.destroy(new Error('expected'));
    },
  },
  'error-before-the-callback': {
    sentence: "If an error occurs, the callback will be called with the error as its first argument. The callback is called asynchronously and before 'error' is emitted.",
    rules: ['FLOW-17'],
    change: () => change(write, 'write', (whole) => function later(chunk, encoding, done) {
      const callback = typeof encoding === 'function' ? encoding : done;
      return whole.call(this, chunk, typeof encoding === 'function' ? undefined : encoding,
        callback && ((error) => (error ? process.nextTick(() => process.nextTick(callback, error)) : callback())));
    }),
    witness: (print) => {
      const to = sink(print, { write(chunk, encoding, done) { done(new Error('expected')); } });
      to.on('error', () => print('error'));
      to.write('a', () => print('callback'));
    },
  },
  'callback-within-the-write': {
    sentence: 'The callback is called asynchronously.',
    rules: ['FLOW-17'],
    change: () => change(write, 'write', (whole) => function now(chunk, encoding, done) {
      const callback = typeof encoding === 'function' ? encoding : done;
      const result = whole.call(this, chunk, typeof encoding === 'function' ? undefined : encoding, () => {});
      if (callback) callback(this.errored);
      return result;
    }),
    witness: (print) => {
      sink(() => {}, { write(chunk, encoding, done) { done(); } }).write('a', () => print('callback'));
      print('after');
    },
  },
  'error-comes-twice': {
    sentence: "After 'error', no further events other than 'close' should be emitted (including 'error' events).",
    rules: ['FLOW-17'],
    change: () => event('error', (whole) => { process.nextTick(whole); return whole(); }),
    witness: (print) => sink(print).on('error', () => print('error')).destroy(new Error('expected')),
  },
  'finish-after-an-error': {
    sentence: "After 'error', no further events other than 'close' should be emitted.",
    rules: ['FLOW-17'],
    change: () => event('error', function emit(whole) {
      if (this.writable !== undefined) process.nextTick(() => this.emit('finish'));
      return whole();
    }),
    witness: (print) => {
      sink(print).on('error', () => print('error')).on('finish', () => print('finish')).destroy(new Error('expected'));
    },
  },
  'ended-only-when-finished': {
    sentence: 'writableEnded is true after writable.end() has been called. This property does not indicate whether the data has been flushed.',
    rules: ['FLOW-18'],
    change: () => answer(write, 'writableEnded', function ended() { return this.writableFinished; }),
    witness: (print) => { const to = sink(() => {}); to.end(1); print(to.writableEnded); },
  },
  'finished-only-after-the-event': {
    sentence: "writableFinished is set to true immediately before the 'finish' event is emitted.",
    rules: ['FLOW-18'],
    change: () => answer(write, 'writableFinished', function finished() { return this.destroyed; }),
    witness: (print) => { const to = sink(() => {}); to.end(1); to.on('finish', () => print(to.writableFinished)); },
  },
  'closed-when-destroyed': {
    sentence: "closed is true after 'close' has been emitted.",
    rules: ['FLOW-18'],
    change: () => answer(write, 'closed', function closed() { return this.destroyed || this.writableEnded; }),
    witness: (print) => { const to = sink(() => {}); to.end(1); print(to.closed); },
  },
  'length-does-not-count': {
    sentence: 'writableLength contains the number of bytes (or objects) in the queue ready to be written.',
    rules: ['FLOW-18'],
    change: () => answer(write, 'writableLength', () => 0),
    witness: (print) => { const to = sink(() => {}); to.write(1); print(to.writableLength); },
  },
  'readable-is-never-ended': {
    sentence: "readableEnded becomes true when 'end' event is emitted.",
    rules: ['FLOW-18'],
    change: () => answer(read, 'readableEnded', () => false),
    witness: (print) => { const from = Readable.from([]).resume(); from.on('end', () => print(from.readableEnded)); },
  },
  'readable-after-its-end': {
    sentence: 'readable: is true if it is safe to call readable.read(), which means the stream has not been destroyed or emitted error or end.',
    rules: ['FLOW-18'],
    change: () => answer(read, 'readable', () => true),
    witness: (print) => { const from = Readable.from([]).resume(); from.on('close', () => print(from.readable)); },
  },
  'errored-is-forgotten': {
    sentence: 'errored returns error if the stream has been destroyed with an error.',
    rules: ['FLOW-18'],
    change: () => answer(read, 'errored', () => null),
    witness: (print) => {
      const from = new Readable().on('error', () => print(from.errored));
      from.destroy(new Error('expected'));
    },
  },
  'aborted-is-forgotten': {
    sentence: "readableAborted returns whether the stream was destroyed or errored before emitting 'end'.",
    rules: ['FLOW-18'],
    change: () => answer(read, 'readableAborted', () => false),
    witness: (print) => { const from = new Readable(); from.destroy(); from.on('close', () => print(from.readableAborted)); },
  },
  'finish-before-final': {
    sentence: "_final(): this optional function will be called before the stream closes, delaying the 'finish' event until callback is called.",
    rules: ['FLOW-19'],
    change: () => both('end', (whole) => function end(...args) {
      const { _final: inTruth } = this;
      if (inTruth && this.constructor !== Transform) this._final = function final(done) { process.nextTick(() => inTruth.call(this, () => {})); done(); };
      return whole.apply(this, args);
    }),
    witness: (print) => {
      sink(print, { final(done) { setTimeout(() => { print('final'); done(); }, 1); } }).on('finish', () => print('finish')).end();
    },
  },
  'close-before-destroyed': {
    sentence: '_destroy(): a callback function that takes an optional error argument; close comes when it was called.',
    rules: ['FLOW-19'],
    change: () => {
      const early = function early(whole) {
        return function destroy(...args) {
          const { _destroy: inTruth } = this;
          if (Object.prototype.hasOwnProperty.call(this, '_destroy') && !this.changed) {
            this.changed = true;
            this._destroy = function now(error, done) { done(error); inTruth.call(this, error, () => {}); };
          }
          return whole.apply(this, args);
        };
      };
      both('destroy', early);
    },
    witness: (print) => {
      sink(print, { destroy(error, done) { setTimeout(() => { print('destroyed'); done(); }, 1); } }).on('close', () => print('close')).destroy();
    },
  },
  'end-without-destroy': {
    sentence: 'autoDestroy: whether this stream should automatically call .destroy() on itself after ending. Default: true.',
    rules: ['FLOW-1'],
    change: () => event('close', () => true),
    witness: (print) => Readable.from([]).on('close', () => print('close')).resume(),
  },
  'close-whatever-was-asked': {
    sentence: "emitClose: whether or not the stream should emit 'close' after it has been destroyed.",
    rules: ['FLOW-20'],
    change: () => both('destroy', (whole) => function destroy(...args) {
      const state = this._readableState || this._writableState;
      if (state && !state.emitClose) process.nextTick(() => this.emit('close'));
      return whole.apply(this, args);
    }),
    witness: (print) => new Readable({ emitClose: false, read() {} }).on('close', () => print('close')).destroy(),
  },
  'destroys-itself-whatever-was-asked': {
    sentence: 'autoDestroy: if false, the stream does not call .destroy() on itself after ending.',
    rules: ['FLOW-20'],
    change: () => event('finish', function emit(whole) {
      const answered = whole();
      process.nextTick(() => this.destroy());
      return answered;
    }),
    witness: (print) => {
      sink(print, { autoDestroy: false }).on('close', () => print('close')).end();
    },
  },
  'data-listener-resumes-a-paused-stream': {
    sentence: "While readableFlowing is false, attaching a listener for the 'data' event will not switch readable.readableFlowing to true.",
    rules: ['FLOW-21'],
    change: () => change(read, 'on', (whole) => function on(name, listener) {
      whole.call(this, name, listener);
      return name === 'data' ? this.resume() : this;
    }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      from.pause();
      from.on('data', () => print('data'));
      from.push('a');
    },
  },
  'data-listener-does-not-resume': {
    sentence: "Attaching a listener for the 'data' event will switch readable.readableFlowing to true.",
    rules: ['FLOW-21'],
    change: () => change(read, 'on', (whole) => function on(name, listener) {
      const flowing = this.readableFlowing;
      whole.call(this, name, listener);
      if (name === 'data' && flowing === null) this.pause();
      return this;
    }),
    witness: (print) => { const from = new Readable({ read() {} }).on('data', () => print('data')); from.push('a'); },
  },
  'pause-is-silent': {
    sentence: "The 'pause' event is emitted when stream.pause() is called and readableFlowing is not false.",
    rules: ['FLOW-21'],
    change: () => event('pause', () => true),
    witness: (print) => { new Readable({ read() {} }).on('pause', () => print('pause')).pause(); },
  },
  'resume-is-silent': {
    sentence: "The 'resume' event is emitted when stream.resume() is called and readableFlowing is not true.",
    rules: ['FLOW-21'],
    change: () => event('resume', () => true),
    witness: (print) => { new Readable({ read() {} }).on('resume', () => print('resume')).resume(); },
  },
  'pause-is-not-told': {
    sentence: 'isPaused() returns the current operating state of the Readable.',
    rules: ['FLOW-21'],
    change: () => change(read, 'isPaused', () => () => false),
    witness: (print) => { const from = new Readable({ read() {} }); from.resume(); from.pause(); print(from.isPaused()); },
  },
  'data-in-spite-of-readable': {
    sentence: "If both 'readable' and 'data' are used at the same time, 'readable' takes precedence in controlling the flow.",
    rules: ['FLOW-22'],
    change: () => change(read, 'on', (whole) => function on(name, listener) {
      if (name === 'data') setImmediate(() => { while (this.read() !== null); });
      return whole.call(this, name, listener);
    }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      from.on('readable', () => {});
      from.on('data', () => print('data'));
      from.push('a');
    },
  },
  'read-emits-no-data': {
    sentence: "The 'data' event will also be emitted whenever the readable.read() method is called and a chunk of data is available to be returned.",
    rules: ['FLOW-22'],
    change: () => change(read, 'read', (whole) => function readOn(...args) {
      const listeners = this.listenerCount('readable') ? this.rawListeners('data') : [];
      if (listeners.length) this._events.data = undefined;
      const chunk = whole.apply(this, args);
      if (listeners.length) this._events.data = listeners;
      return chunk;
    }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      from.on('readable', () => {});
      from.on('data', () => print('data'));
      from.push('a');
      setImmediate(() => from.read());
    },
  },
  'no-flow-without-readable': {
    sentence: "If there are 'data' listeners when 'readable' is removed, the stream will start flowing.",
    rules: ['FLOW-22'],
    change: () => change(read, 'removeListener', (whole) => function remove(name, listener) {
      whole.call(this, name, listener);
      if (name === 'readable') process.nextTick(() => this.pause());
      return this;
    }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      const listener = () => {};
      from.on('readable', listener).on('data', () => print('data'));
      from.push('a');
      from.removeListener('readable', listener);
    },
  },
  'read-gives-less': {
    sentence: 'If size bytes are not available to be read, null will be returned unless the stream has ended.',
    rules: ['FLOW-23'],
    change: () => change(read, 'read', (whole) => function readOn(size) {
      return whole.call(this, size > this.readableLength && this.readableLength ? this.readableLength : size);
    }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      from.push('abc');
      setImmediate(() => print(from.read(9)));
    },
  },
  'put-back-at-the-end': {
    sentence: 'unshift(): pushes a chunk of data back into the internal buffer (to be read first).',
    rules: ['FLOW-23'],
    change: () => change(read, 'unshift', () => function unshift(chunk) { return this.push(chunk); }),
    witness: (print) => {
      const from = new Readable({ read() {} });
      from.push('b');
      from.unshift('a');
      setImmediate(() => print(from.read()));
    },
  },
  'push-always-wants-more': {
    sentence: 'push() returns true if additional chunks of data may continue to be pushed; false otherwise.',
    rules: ['FLOW-24'],
    change: () => change(read, 'push', (whole) => function push(...args) { whole.apply(this, args); return true; }),
    witness: (print) => print(new Readable({ objectMode: true, highWaterMark: 1, read() {} }).push(1)),
  },
  'asked-again-without-a-push': {
    sentence: 'Once the readable._read() method has been called, it will not be called again until more data is pushed through the readable.push() method.',
    rules: ['FLOW-24'],
    change: () => change(read, 'read', (whole) => function readOn(size) {
      const chunk = whole.call(this, size);
      if (chunk === null && size === 0) this._read(1);
      return chunk;
    }),
    witness: (print) => { const from = new Readable({ read() { print('asked'); } }); from.read(0); from.read(0); },
  },
  'read-past-the-mark': {
    sentence: 'Once the total size of the internal read buffer reaches the threshold specified by highWaterMark, the stream will temporarily stop reading data.',
    rules: ['FLOW-24'],
    change: () => answer(read, 'readableHighWaterMark', () => 1),
    witness: (print) => print(new Readable({ objectMode: true, read() {} }).readableHighWaterMark),
  },
  'transforms-in-parallel': {
    sentence: 'transform._transform() is never called in parallel; streams implement a queue mechanism.',
    rules: ['FLOW-25'],
    change: () => wrap(Transform.prototype, '_write', (whole) => function writeOn(chunk, encoding, done) {
      whole.call(this, chunk, encoding, () => {});
      setImmediate(done);
    }),
    witness: (print) => {
      let busy = 0;
      const through = new Transform({ transform(chunk, encoding, done) { print(++busy); setTimeout(() => { busy--; done(); }, 5); } });
      through.write('a');
      through.write('b');
    },
  },
  'flush-is-skipped': {
    sentence: "_flush(): this will be called when there is no more written data to be consumed, but before the 'end' event is emitted.",
    rules: ['FLOW-25'],
    change: () => both('end', (whole) => function end(...args) { this._flush = undefined; return whole.apply(this, args); }),
    witness: (print) => { new Transform({ transform() {}, flush() { print('flush'); } }).resume().end(); },
  },
  'half-open-whatever-was-asked': {
    sentence: 'allowHalfOpen: if set to false, then the stream will automatically end the writable side when the readable side ends.',
    rules: ['FLOW-26'],
    change: () => event('end', function emit(whole) { this.allowHalfOpen = true; return whole(); }),
    witness: (print) => {
      new Duplex({ allowHalfOpen: false, read() { this.push(null); }, write() {} }).on('finish', () => print('finish')).resume();
    },
  },
  'never-half-open': {
    sentence: 'allowHalfOpen: Default: true.',
    rules: ['FLOW-26'],
    change: () => event('end', function emit(whole) {
      if (this.writable && this.constructor === Duplex) process.nextTick(() => this.end());
      return whole();
    }),
    witness: (print) => {
      new Duplex({ read() { this.push(null); }, write() {} }).on('finish', () => print('finish')).resume();
    },
  },
  'strings-are-iterated': {
    sentence: 'Calling Readable.from(string) or Readable.from(buffer) will not have the strings or buffers be iterated.',
    rules: ['FLOW-27'],
    change: () => wrap(Readable, 'from', (whole) => (values, options) => whole(typeof values === 'string' ? [...values] : values, options)),
    witness: (print) => Readable.from('abc').on('data', print),
  },
  'from-in-reverse': {
    sentence: 'Readable.from(iterable): creates Readable Streams out of iterators (in their order).',
    rules: ['FLOW-27'],
    change: () => wrap(Readable, 'from', (whole) => (values, options) => whole(Array.isArray(values) ? [...values].reverse() : values, options)),
    witness: (print) => Readable.from([1, 2]).on('data', print),
  },
  'iterator-always-destroys': {
    sentence: 'destroyOnReturn: when set to false, calling return on the async iterator, or exiting a for await...of iteration, will not destroy the stream.',
    rules: ['FLOW-28'],
    change: () => wrap(read, 'iterator', (whole) => function iterator() { return whole.call(this); }),
    witness: async (print) => {
      const from = Readable.from([1, 2]);
      for await (const value of from.iterator({ destroyOnReturn: false })) break;
      print(from.destroyed);
    },
  },
  'map-out-of-order': {
    sentence: 'map(): the order of the chunks is kept.',
    rules: ['FLOW-29'],
    change: () => wrap(read, 'map', (whole) => function map(fn, options) {
      const inner = whole.call(this, fn, options);
      return Readable.from((async function* swapped() {
        const all = [];
        for await (const value of inner) all.push(value);
        yield* all.reverse();
      })());
    }),
    witness: async (print) => { for await (const value of Readable.from([1, 2]).map((x) => x)) print(value); },
  },
  'map-one-at-a-time': {
    sentence: 'concurrency: the maximum concurrent invocation of fn to call on the stream at once.',
    rules: ['FLOW-29'],
    change: () => wrap(read, 'map', (whole) => function map(fn) { return whole.call(this, fn, { concurrency: 1 }); }),
    witness: async (print) => {
      let busy = 0;
      const slow = async () => { print(++busy); await new Promise(setImmediate); busy--; };
      for await (const value of Readable.from([1, 2]).map(slow, { concurrency: 2 }));
    },
  },
  'some-asks-all': {
    sentence: 'some(): once an fn call on a chunk awaited return value is truthy, the stream is destroyed and the promise is fulfilled with true.',
    rules: ['FLOW-29'],
    change: () => wrap(read, 'some', () => async function some(fn) {
      let found = false;
      for await (const value of this) found = await fn(value) || found;
      return Boolean(found);
    }),
    witness: (print) => { Readable.from([1, 2, 3]).some((value) => { print(value); return value === 1; }); },
  },
  'take-takes-one-more': {
    sentence: 'take(limit): returns a new stream with the first limit chunks.',
    rules: ['FLOW-29'],
    change: () => wrap(read, 'take', (whole) => function take(limit) { return whole.call(this, limit + 1); }),
    witness: async (print) => print((await Readable.from([1, 2, 3]).take(1).toArray()).length),
  },
  'abort-without-an-error': {
    sentence: 'Calling abort will behave the same way as calling .destroy(new AbortError()) on the stream.',
    rules: ['FLOW-30'],
    change: () => wrap(stream, 'addAbortSignal', () => (signal, object) => {
      const destroy = () => object.destroy();
      if (signal.aborted) destroy(); else signal.addEventListener('abort', destroy);
      return object;
    }),
    witness: (print) => {
      const controller = new AbortController();
      stream.addAbortSignal(controller.signal, new Readable({ read() {} })).on('error', ({ name }) => print(name));
      controller.abort();
    },
  },
  'aborted-before-is-ignored': {
    sentence: 'addAbortSignal(): attaches an AbortSignal to a readable or writeable stream (one that is aborted already destroys it).',
    rules: ['FLOW-30'],
    change: () => wrap(stream, 'addAbortSignal', (whole) => (signal, object) => (signal.aborted ? object : whole(signal, object))),
    witness: (print) => {
      stream.addAbortSignal(AbortSignal.abort(), new Readable({ read() {} })).on('error', ({ name }) => print(name));
    },
  },
  'finished-cannot-be-forgotten': {
    sentence: 'finished() returns a cleanup function which removes all registered listeners.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (...args) => { whole(...args); return () => {}; }),
    witness: (print) => {
      const from = Readable.from([]);
      stream.finished(from, () => print('called'))();
      from.resume();
    },
  },
  'finished-waits-for-both-sides': {
    sentence: "finished(): readable: when set to false, the callback will be called when the stream ends even though the stream might still be readable.",
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (object, options, done) => whole(object, {}, done || options)),
    witness: (print) => {
      const through = new Duplex({ read() {}, write() {} });
      stream.finished(through, { readable: false }, () => print('called'));
      through.end();
    },
  },
  'finished-forgets-the-past': {
    sentence: 'finished(): a stream that is already over calls back, too.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (object, ...rest) => (object.closed ? () => {} : whole(object, ...rest))),
    witness: (print) => {
      const from = Readable.from([]).resume();
      from.on('close', () => stream.finished(from, () => print('called')));
    },
  },
  'pipeline-returns-its-first': {
    sentence: 'pipeline() returns the last stream.',
    rules: ['FLOW-31'],
    change: () => wrap(stream, 'pipeline', (whole) => (first, ...rest) => { whole(first, ...rest); return first; }),
    witness: (print) => { const to = sink(() => {}); print(stream.pipeline(Readable.from([]), to, () => {}) === to); },
  },
  'pipeline-does-not-wait-for-the-close': {
    sentence: "The `pipeline(..., cb)` will wait for the 'close' event before invoking the callback.",
    rules: ['FLOW-31'],
    change: () => wrap(stream, 'pipeline', (whole) => (...parts) => {
      const called = parts.pop();
      const last = parts[parts.length - 1];
      let once = (...answer) => { once = () => {}; called(...answer); };
      if (typeof last === 'object') last.once('finish', () => once());
      return whole(...parts, (...answer) => once(...answer));
    }),
    witness: (print) => {
      const last = new stream.Writable({ destroy: (error, done) => setImmediate(() => { print('destroyed'); done(error); }) });
      stream.pipeline(stream.Readable.from([]), last, () => print('called'));
    },
  },
  'pipeline-always-ends': {
    sentence: 'end: end the destination stream when the source stream ends.',
    rules: ['FLOW-31'],
    change: () => wrap(stream.promises, 'pipeline', (whole) => (...args) => {
      const last = args[args.length - 1];
      return whole(...(last && last.end === false ? args.slice(0, -1) : args));
    }),
    witness: async (print) => {
      const to = sink(() => {});
      await stream.promises.pipeline(Readable.from([]), to, { end: false });
      print(to.writableEnded);
    },
  },
  'pipeline-ignores-its-signal': {
    sentence: 'When the signal is aborted, destroy will be called on the underlying pipeline, with an AbortError.',
    rules: ['FLOW-31'],
    change: () => wrap(stream.promises, 'pipeline', (whole) => (...args) => {
      const last = args[args.length - 1];
      return whole(...(last && last.signal ? args.slice(0, -1) : args));
    }),
    witness: (print) => {
      const controller = new AbortController();
      stream.promises.pipeline(new PassThrough(), new PassThrough(), { signal: controller.signal }).catch(({ name }) => print(name));
      controller.abort();
    },
  },
  'one-uncork-is-enough': {
    sentence: 'If the writable.cork() method is called multiple times on a stream, the same number of calls to writable.uncork() must be called to flush the buffered data.',
    rules: ['FLOW-9'],
    change: () => change(write, 'cork', (whole) => function cork() { if (!this.writableCorked) whole.call(this); }),
    witness: (print) => { const to = sink(print); to.cork(); to.cork(); to.write(1); to.uncork(); },
  },
  'end-keeps-the-cork': {
    sentence: 'The buffered data will be flushed when either the stream.uncork() or stream.end() methods are called.',
    rules: ['FLOW-9'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      if (this.writableCorked) { setTimeout(() => whole.apply(this, args), 50); return this; }
      return whole.apply(this, args);
    }),
    witness: (print) => { const to = sink(print); to.cork(); to.write(1); to.end(); setTimeout(() => print('later'), 10); },
  },
  'last-chunk-is-lost': {
    sentence: 'end(chunk): the optional chunk argument allows one final additional chunk of data to be written immediately before closing the stream.',
    rules: ['FLOW-4'],
    change: () => change(write, 'end', (whole) => function end(chunk, encoding, done) {
      return whole.call(this, [chunk, encoding, done].find((one) => typeof one === 'function'));
    }),
    witness: (print) => sink(print).end(1),
  },
  'end-calls-back-at-once': {
    sentence: 'end(): callback for when the stream is finished.',
    rules: ['FLOW-4'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      const callback = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
      if (callback) process.nextTick(callback);
      return whole.apply(this, args);
    }),
    witness: (print) => { const to = sink(print); to.write(1); to.write(2); to.end(() => print('ended')); },
  },
};
