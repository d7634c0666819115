// stream-ends.js - the page on streams, broken once more.
'use strict';

const stream = require('stream');
const wrap = require('./wrap.js');

const { Readable, Writable, Transform, Duplex, PassThrough } = stream;
const read = (name, make) => wrap(Readable.prototype, name, make);
const write = (name, make) => {
  wrap(Writable.prototype, name, make);
  if (Object.prototype.hasOwnProperty.call(Duplex.prototype, name)) wrap(Duplex.prototype, name, make);
};
const show = (print, each, ...names) => {
  for (const name of names) each.on(name, (value) => print(name, value instanceof Error ? value.message : value === undefined ? '' : String(value)));
  return each;
};
const slow = (print, options) => new Writable({ write(chunk, encoding, done) { setImmediate(done); }, ...options });

module.exports = {
  'pipeline-forgets-one-that-has-ended': {
    sentence: 'pipeline(): provides a callback when the pipeline is complete (the source has ended before).',
    rules: ['FLOW-11'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => (args[0].readableEnded ? args[args.length - 2] : whole(...args))),
    witness: (print) => {
      const source = Readable.from([]).resume();
      source.on('end', () => setImmediate(() => stream.pipeline(source, new PassThrough().resume(), () => print('done'))));
    },
  },
  'destroy-twice-emits-twice': {
    sentence: 'destroy(): once destroy() has been called any further calls will be a no-op and no further errors except from _destroy() may be emitted.',
    rules: ['FLOW-32'],
    change: () => [Readable, Writable].forEach((Class) => wrap(Class.prototype, 'destroy', (whole) => function destroy(error, ...rest) {
      if (this.destroyed && error) process.nextTick(() => this.emit('error', error));
      return whole.call(this, error, ...rest);
    })),
    witness: (print) => { const each = show(print, slow(), 'error', 'close'); each.destroy(new Error('a')); each.destroy(new Error('b')); },
  },
  'destroy-closes-within-the-call': {
    sentence: "destroy(): emits 'error' and 'close' (not within the call).",
    rules: ['FLOW-32'],
    change: () => wrap(Writable.prototype, 'destroy', (whole) => function destroy(error, ...rest) {
      if (this.destroyed) return whole.call(this, error, ...rest);
      this.emit('close');
      this.emit = (emit => function once(name, ...args) { return name === 'close' ? true : emit.call(this, name, ...args); })(this.emit);
      return whole.call(this, error, ...rest);
    }),
    witness: (print) => { show(print, slow(), 'close').destroy(); print('called'); },
  },
  'end-is-emitted-without-reading': {
    sentence: "The 'end' event will not be emitted unless the data is completely consumed.",
    rules: ['FLOW-33'],
    change: () => read('push', (whole) => function push(chunk, ...rest) {
      const answer = whole.call(this, chunk, ...rest);
      if (chunk === null && this.readableLength) process.nextTick(() => this.emit('end'));
      return answer;
    }),
    witness: (print) => { const each = show(print, new Readable({ read() {} }), 'end'); each.push('a'); each.push(null); },
  },
  'data-after-a-pause': {
    sentence: 'pause(): any data that becomes available will remain in the internal buffer.',
    rules: ['FLOW-2'],
    change: () => read('pause', (whole) => function pause() { setImmediate(() => whole.call(this)); return this; }),
    witness: (print) => {
      const each = new Readable({ read() {} });
      each.on('data', (value) => { print(String(value)); each.pause(); setTimeout(() => print('later'), 5); });
      each.push('a');
      each.push('b');
    },
  },
  'resume-is-synchronous': {
    sentence: 'resume(): causes an explicitly paused Readable stream to resume emitting data events (later).',
    rules: ['FLOW-2'],
    change: () => read('resume', (whole) => function resume() {
      const answer = whole.call(this);
      let chunk;
      while ((chunk = this.read()) !== null) void chunk;
      return answer;
    }),
    witness: (print) => { const each = new Readable({ read() {} }); each.pause(); show(print, each, 'data'); each.push('a'); each.resume(); print('called'); },
  },
  'drain-comes-at-once': {
    sentence: "'drain' is emitted when it is appropriate to resume writing data to the stream (all buffered data is flushed).",
    rules: ['FLOW-34'],
    change: () => wrap(Writable.prototype, 'write', (whole) => function changed(...args) {
      const answer = whole.apply(this, args);
      if (!answer) process.nextTick(() => this.emit('drain'));
      return answer;
    }),
    witness: (print) => {
      const each = show(print, slow(print, { highWaterMark: 1 }), 'drain');
      each.write('abc');
      process.nextTick(() => process.nextTick(() => print('ticks')));
    },
  },
  'drain-without-need': {
    sentence: "If a call to stream.write(chunk) returns false, the 'drain' event will be emitted (else not).",
    rules: ['FLOW-34'],
    change: () => wrap(Writable.prototype, 'write', (whole) => function changed(...args) {
      const answer = whole.apply(this, args);
      if (answer) setImmediate(() => this.emit('drain'));
      return answer;
    }),
    witness: (print) => show(print, slow(), 'drain').write('a'),
  },
  'objects-are-counted-as-bytes': {
    sentence: 'highWaterMark: for streams operating in object mode, the total number of objects. Default: 16.',
    rules: ['FLOW-34'],
    change: () => {
      const whole = stream.Writable;
      stream.Writable = function Changed(options = {}) { return new whole(options.objectMode && options.highWaterMark === undefined ? { ...options, highWaterMark: 4 } : options); };
      stream.Writable.prototype = whole.prototype;
    },
    witness: (print) => {
      const each = new stream.Writable({ objectMode: true, write() {} });
      let count = 0;
      while (each.write({})) count++;
      print(count);
    },
  },
  'writev-is-not-used': {
    sentence: 'writev: if implemented and if there is buffered data from previous writes, _writev() will be called instead of _write().',
    rules: ['FLOW-35'],
    change: () => {
      const whole = stream.Writable;
      stream.Writable = function Changed(options = {}) { return new whole({ ...options, writev: undefined }); };
      stream.Writable.prototype = whole.prototype;
    },
    witness: (print) => {
      const each = new stream.Writable({ write(c, e, done) { print('write'); setImmediate(done); }, writev(c, done) { print('writev', c.length); setImmediate(done); } });
      each.write('a');
      each.write('b');
      each.write('c');
    },
  },
  'construct-does-not-delay': {
    sentence: '_construct(): called in a tick after the stream constructor has returned, delaying any _write(), _final() and _destroy() calls until callback is called.',
    rules: ['FLOW-36'],
    change: () => {
      const whole = stream.Writable;
      stream.Writable = function Changed({ construct, ...options } = {}) {
        const each = new whole(options);
        if (construct) process.nextTick(() => construct.call(each, () => {}));
        return each;
      };
      stream.Writable.prototype = whole.prototype;
    },
    witness: (print) => {
      const each = new stream.Writable({ construct(done) { setTimeout(() => { print('constructed'); done(); }, 5); }, write(c, e, done) { print('write'); done(); } });
      each.write('a');
    },
  },
  'error-of-final-is-lost': {
    sentence: '_final(callback): call this function (optionally with an error argument) when finished writing any remaining data.',
    rules: ['FLOW-37'],
    change: () => {
      const whole = stream.Writable;
      stream.Writable = function Changed({ final, ...options } = {}) {
        return new whole(final ? { ...options, final(done) { final.call(this, () => done()); } } : options);
      };
      stream.Writable.prototype = whole.prototype;
    },
    witness: (print) => show(print, new stream.Writable({ write(c, e, done) { done(); }, final(done) { done(new Error('final')); } }), 'finish', 'error').end(),
  },
  'error-in-read-is-thrown': {
    sentence: 'Errors occurring during processing of readable._read() must be propagated through readable.destroy(err).',
    rules: ['FLOW-37'],
    change: () => read('destroy', (whole) => function destroy(error, ...rest) { return whole.call(this, undefined, ...rest); }),
    witness: (print) => show(print, new Readable({ read() { this.destroy(new Error('read')); } }), 'error', 'close').resume(),
  },
  'push-after-the-end-is-ignored': {
    sentence: 'push() after the end is an error (ERR_STREAM_PUSH_AFTER_EOF).',
    rules: ['FLOW-37'],
    change: () => read('push', (whole) => function push(...args) { return this.readableEnded || this.wasNull ? false : (args[0] === null && (this.wasNull = true), whole.apply(this, args)); }),
    witness: (print) => { const each = show(print, new Readable({ read() {} }), 'error'); each.push(null); each.push('a'); },
  },
  'transform-ends-early': {
    sentence: "Transform: the 'end' event is emitted after all data has been output, which occurs after the callback in transform._flush() has been called.",
    rules: ['FLOW-25'],
    change: () => {
      const whole = stream.Transform;
      stream.Transform = function Changed({ flush, ...options } = {}) {
        return new whole(flush ? { ...options, flush(done) { flush.call(this, () => {}); done(); } } : options);
      };
      stream.Transform.prototype = whole.prototype;
    },
    witness: (print) => {
      const each = show(print, new stream.Transform({ transform(c, e, done) { done(); }, flush(done) { setTimeout(() => { print('flushed'); done(); }, 5); } }), 'end');
      each.resume().end();
    },
  },
  'passthrough-loses-the-order': {
    sentence: 'PassThrough: a trivial implementation of a Transform stream that simply passes the input bytes across to the output.',
    rules: ['FLOW-25'],
    change: () => wrap(PassThrough.prototype, '_transform', () => function pass(chunk, encoding, done) { done(null, Buffer.from(chunk).reverse()); }),
    witness: (print) => show(print, new PassThrough(), 'data').end('abc'),
  },
  'promised-pipeline-is-fulfilled-early': {
    sentence: 'stream.promises.pipeline(): fulfills when the pipeline is complete.',
    rules: ['FLOW-38'],
    change: () => { const { pipeline } = stream.promises; stream.promises.pipeline = async (...args) => { pipeline(...args).catch(() => {}); }; },
    witness: (print) => {
      stream.promises.pipeline(Readable.from(['a', 'b']), slow().on('finish', () => print('finish'))).then(() => print('fulfilled'));
    },
  },
  'promised-finished-is-never-rejected': {
    sentence: 'stream.promises.finished(): rejects on an error or premature close.',
    rules: ['FLOW-38'],
    change: () => { const { finished } = stream.promises; stream.promises.finished = (...args) => finished(...args).catch(() => {}); },
    witness: (print) => { const each = slow(); stream.promises.finished(each).then(() => print('fulfilled'), () => print('rejected')); each.destroy(new Error('x')); },
  },
  'compose-does-not-flow': {
    sentence: 'readable.compose(stream): returns a stream composed with the stream.',
    rules: ['FLOW-39'],
    change: () => read('compose', () => function compose() { return this; }),
    witness: (print) => Readable.from(['a']).compose(async function* twice(source) { for await (const each of source) { yield each; yield each; } }).on('data', (each) => print(String(each))),
  },
  'iterator-skips-the-buffered': {
    sentence: 'for await of a readable: the stream is fully consumed.',
    rules: ['FLOW-12'],
    change: () => read(Symbol.asyncIterator, (whole) => function iterate(...args) { this.read(); return whole.apply(this, args); }),
    witness: async (print) => { const each = new Readable({ read() {} }); each.push('a'); each.push(null); for await (const chunk of each) print(String(chunk)); print('over'); },
  },
  'default-mark-cannot-be-set': {
    sentence: 'stream.setDefaultHighWaterMark(objectMode, value): sets the default highWaterMark used by streams.',
    rules: ['FLOW-40'],
    change: () => { stream.setDefaultHighWaterMark = () => {}; },
    witness: (print) => { stream.setDefaultHighWaterMark(true, 5); print(new Readable({ objectMode: true, read() {} }).readableHighWaterMark); },
  },
  'to-array-loses-the-first': {
    sentence: 'readable.toArray(): obtains the contents of the stream (all of them, in order).',
    rules: ['FLOW-39'],
    change: () => read('toArray', (whole) => function all(...args) { return whole.apply(this, args).then((each) => each.slice(1)); }),
    witness: (print) => Readable.from([1, 2]).toArray().then((all) => print(all.length)),
  },
  'end-after-an-error-is-fine': {
    sentence: 'writable.end([chunk[, encoding]][, callback]): the callback is invoked before finish or on error.',
    rules: ['FLOW-51'],
    change: () => write('end', (whole) => function end(...args) {
      const call = typeof args[args.length - 1] === 'function' && this.errored && !this.destroyed && args.pop();
      if (call) process.nextTick(call, null);
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const one = new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(new Error('failed')); } });
      one.on('error', () => one.end((error) => print(error ? error.message : 'fine'))).write('a');
    },
  },
  'aborted-with-the-reason-itself': {
    sentence: 'The pipeline API: when the signal option is given and aborted, the pipeline fails with an AbortError.',
    rules: ['FLOW-31'],
    change: () => wrap(require('stream/promises'), 'pipeline', (whole) => (...args) => whole(...args).catch((error) => {
      throw error.name === 'AbortError' && error.cause ? error.cause : error;
    })),
    witness: (print) => {
      const controller = new AbortController();
      require('stream/promises').pipeline(new Readable({ read() {} }), slow(print), { signal: controller.signal }).catch(({ name, message }) => print(name, message));
      controller.abort(new RangeError('reason'));
    },
  },
  'callbacks-of-a-writev-in-reverse': {
    sentence: 'writable.write(): callback: callback for when this chunk of data is flushed.',
    rules: ['FLOW-35'],
    change: () => write('write', (whole) => function write(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      if (!call || !this._writev || !this.writableNeedDrain && !this.writableLength) return whole.call(this, ...args, ...call ? [call] : []);
      const waiting = this.loopspecWaiting || (this.loopspecWaiting = []);
      waiting.push(call);
      return whole.call(this, ...args, (error) => waiting.pop()(error));
    }),
    witness: (print) => {
      const one = new Writable({ writev(chunks, done) { setImmediate(done); } });
      for (const name of ['a', 'b', 'c']) one.write(name, () => print(name));
    },
  },
  'the-other-of-a-pair-stays': {
    sentence: 'stream.duplexPair(): it provides behavior analogous to a network connection.',
    rules: ['FLOW-54'],
    change: () => wrap(stream, 'duplexPair', (whole) => (...args) => {
      const pair = whole(...args);
      for (const one of pair) one._destroy = (error, done) => done(error);
      return pair;
    }),
    witness: (print) => {
      const [one, other] = stream.duplexPair();
      other.resume().on('end', () => print('end'));
      one.destroy();
    },
  },
  'answers-when-asked-twice': {
    sentence: 'readable[Symbol.asyncIterator](): AsyncIterator to fully consume the stream.',
    rules: ['FLOW-55'],
    change: () => read(Symbol.asyncIterator, (whole) => function iterate() {
      const iterator = whole.call(this);
      let busy = false;
      return { [Symbol.asyncIterator]() { return this; }, return: (value) => iterator.return(value), async next() {
        if (busy) return { value: undefined, done: true };
        busy = true;
        try { return await iterator.next(); } finally { busy = false; }
      } };
    }),
    witness: (print) => {
      const iterator = Readable.from([1, 2])[Symbol.asyncIterator]();
      iterator.next();
      iterator.next().then(({ value }) => print(value));
    },
  },
  'one-more-at-a-time': {
    sentence: 'concurrency: the maximum concurrent invocations of fn to call on the stream at once.',
    rules: ['FLOW-29'],
    change: () => read('map', (whole) => function map(call, options) { return whole.call(this, call, options && options.concurrency > 2 ? { ...options, concurrency: options.concurrency + 1 } : options); }),
    witness: (print) => {
      let busy = 0;
      Readable.from([1, 2, 3, 4, 5]).map(async () => { print(++busy); await new Promise(setImmediate); busy--; }, { concurrency: 3 }).resume();
    },
  },
  'given-back-behind-what-waits': {
    sentence: 'readable.unshift(chunk): pushing a chunk of data back into the internal buffer is useful when optimistically pulled out data is un-consumed.',
    rules: ['FLOW-56'],
    change: () => read('unshift', (whole) => function unshift(...args) { return this.readableDidRead ? this.push(...args) : whole.apply(this, args); }),
    witness: (print) => {
      const one = new Readable({ objectMode: true, read() {} });
      one.push('a');
      one.push('b');
      one.unshift(one.read());
      print(one.read());
    },
  },
  'one-of-many-writes-is-lost': {
    sentence: 'All calls to writable.write() that occur between the time _write() is called and the callback is called will cause the written data to be buffered; when the callback is invoked, the stream might emit drain.',
    rules: ['FLOW-5'],
    change: () => write('write', (whole) => function write(chunk, ...rest) {
      this.loopspecWrites = (this.loopspecWrites || 0) + 1;
      return whole.call(this, this.loopspecWrites === 257 && this.writableObjectMode ? chunk - 1 : chunk, ...rest);
    }),
    witness: (print) => {
      const one = new Writable({ objectMode: true, write(chunk, encoding, done) { if (chunk > 254) print(chunk); setImmediate(done); } });
      for (let i = 0; i < 258; i++) one.write(i);
    },
  },
  'first-callback-of-the-end': {
    sentence: 'writable.end(): callback {Function}: callback for when the stream is finished.',
    rules: ['FLOW-57'],
    change: () => write('end', (whole) => function end(...args) {
      const again = this.writableEnded && typeof args[args.length - 1] === 'function';
      return whole.apply(this, again ? args.slice(0, -1) : args);
    }),
    witness: (print) => {
      const each = slow(print);
      each.end('x', () => print('first'));
      each.end(() => print('second'));
    },
  },
  'nothing-is-not-given': {
    sentence: 'readable.reduce(): initial {any} the initial value to use in the reduction.',
    rules: ['FLOW-46'],
    change: () => read('reduce', (whole) => function reduce(call, first, ...rest) {
      return first === undefined ? whole.call(this, call) : whole.call(this, call, first, ...rest);
    }),
    witness: (print) => Readable.from([1, 2]).reduce((first, next) => print(first, next), undefined),
  },
};
void Transform;
