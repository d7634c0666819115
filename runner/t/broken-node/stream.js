// stream.js - the page on streams, broken. Only streams that a program makes with the classes
// themselves are, so that Node's own go on.
'use strict';

const stream = require('stream');
const wrap = require('./wrap.js');

const { Readable, Writable } = stream;
const isOwn = (it) => [Readable.prototype, Writable.prototype].includes(Object.getPrototypeOf(it));
const change = (proto, name, make) => wrap(proto, name, (whole) => {
  const broken = make(whole);
  return function method(...args) {
    return (isOwn(this) ? broken : whole).apply(this, args);
  };
});
const changeEvent = (proto, name, make) => wrap.event(proto, name, function emit(inTruth, args) {
  return isOwn(this) ? make.call(this, inTruth, args) : inTruth(...args);
});
const readable = (print, chunks = ['a', 'b']) => {
  const it = new Readable({ read() {} });
  for (const chunk of chunks) it.push(chunk);
  for (const name of ['end', 'close', 'error']) it.on(name, () => print(name));
  return it;
};
const writable = (print, options) => {
  const write = (chunk, encoding, callback) => {
    print('write', chunk);
    setTimeout(callback, 5);
  };
  const it = new Writable({ write, ...options });
  for (const name of ['drain', 'finish', 'close', 'error']) it.on(name, () => print(name));
  return it;
};

module.exports = {
  'data-in-reverse': {
    sentence: 'Data is read in the order in which it was pushed.',
    rules: ['FLOW-1', 'FLOW-12'],
    change: () => change(Readable.prototype, 'push', (whole) => function push(chunk, ...rest) {
      if (chunk === null) return whole.call(this, null);
      return this.unshift(chunk, ...rest);
    }),
    witness: (print) => {
      const it = readable(print);
      it.on('data', (chunk) => print(chunk));
      it.push(null);
    },
  },
  'flows-at-once': {
    sentence: 'All Readable streams begin in paused mode but can be switched to flowing mode.',
    rules: ['FLOW-1', 'FLOW-3'],
    change: () => change(Readable.prototype, 'push', (whole) => function push(...args) {
      const answer = whole.apply(this, args);
      if (args[0] === null && this.readableFlowing === null) this.resume();
      return answer;
    }),
    witness: (print) => readable(print).push(null),
  },
  'no-close-at-the-end': {
    sentence: "The 'close' event is emitted when the stream has been destroyed; autoDestroy: whether this stream should automatically call destroy() after ending.",
    rules: ['FLOW-1', 'FLOW-8'],
    change: () => changeEvent(Readable.prototype, 'close', () => true),
    witness: (print) => {
      const it = readable(print);
      it.push(null);
      it.resume();
    },
  },
  'pause-does-nothing': {
    sentence: "The readable.pause() method will cause a stream in flowing mode to stop emitting 'data' events.",
    rules: ['FLOW-2'],
    change: () => change(Readable.prototype, 'pause', () => function pause() { return this; }),
    witness: (print) => {
      const it = readable(print);
      it.on('data', (chunk) => { print(chunk); it.pause(); });
    },
  },
  'end-twice': {
    sentence: "The 'end' event is emitted when there is no more data to be consumed from the stream.",
    rules: ['FLOW-1', 'FLOW-3'],
    change: () => changeEvent(Readable.prototype, 'end', (emit) => { emit(); return emit(); }),
    witness: (print) => {
      const it = readable(print);
      it.push(null);
      it.resume();
    },
  },
  'finish-too-early': {
    sentence: "The 'finish' event is emitted after the stream.end() method has been called, and all data has been flushed to the underlying system.",
    rules: ['FLOW-4'],
    change: () => {
      change(Writable.prototype, 'end', (whole) => function end(...args) {
        this.emit('finish');
        return whole.apply(this, args);
      });
    },
    witness: (print) => {
      const it = writable(print);
      it.write('a');
      it.end();
    },
  },
  'finish-is-lost': {
    sentence: "The 'finish' event is emitted after the stream.end() method has been called.",
    rules: ['FLOW-4'],
    change: () => changeEvent(Writable.prototype, 'finish', () => true),
    witness: (print) => writable(print).end('a'),
  },
  'callback-of-a-write-at-once': {
    sentence: 'callback: callback for when this chunk of data is flushed.',
    rules: ['FLOW-4'],
    change: () => change(Writable.prototype, 'write', (whole) => function write(chunk, callback) {
      const answer = whole.call(this, chunk);
      if (typeof callback === 'function') process.nextTick(callback);
      return answer;
    }),
    witness: (print) => {
      const it = writable(print);
      it.write('a');
      it.write('b', () => print('written'));
    },
  },
  'writes-at-the-same-time': {
    sentence: '_write: the callback must be called before the next write.',
    rules: ['FLOW-5'],
    change: () => change(Writable.prototype, 'write', () => function write(chunk, ...rest) {
      this._write(Buffer.from(chunk), 'buffer', () => {});
      const callback = rest.pop();
      if (typeof callback === 'function') callback();
      return true;
    }),
    witness: (print) => {
      const it = writable(print);
      it.write('a');
      it.write('b');
      print('end');
    },
  },
  'writes-in-reverse': {
    sentence: 'Chunks are written in the order of the calls.',
    rules: ['FLOW-5'],
    change: () => {
      const held = new WeakMap();
      change(Writable.prototype, 'write', (whole) => function write(...args) {
        const list = held.get(this) || [];
        if (!list.length) process.nextTick(() => list.reverse().forEach((each) => whole.apply(this, each)));
        list.push(args);
        held.set(this, list);
        return true;
      });
      change(Writable.prototype, 'end', (whole) => function end(...args) {
        process.nextTick(() => whole.apply(this, args));
        return this;
      });
    },
    witness: (print) => {
      const it = writable(print);
      it.write('a');
      it.write('b');
    },
  },
  'write-always-answers-true': {
    sentence: 'The return value is true if the internal buffer is less than the highWaterMark after admitting chunk.',
    rules: ['FLOW-6'],
    change: () => change(Writable.prototype, 'write', (whole) => function write(...args) {
      whole.apply(this, args);
      return true;
    }),
    witness: (print) => print(writable(print, { highWaterMark: 1 }).write('a')),
  },
  'drain-is-lost': {
    sentence: "If a call to stream.write(chunk) returns false, the 'drain' event will be emitted when it is appropriate to resume writing data to the stream.",
    rules: ['FLOW-6'],
    change: () => changeEvent(Writable.prototype, 'drain', () => true),
    witness: (print) => writable(print, { highWaterMark: 1 }).write('a'),
  },
  'write-after-end-is-ignored': {
    sentence: 'Calling the stream.write() method after calling stream.end() will raise an error.',
    rules: ['FLOW-7'],
    change: () => change(Writable.prototype, 'write', (whole) => function write(...args) {
      return this.writableEnded ? false : whole.apply(this, args);
    }),
    witness: (print) => {
      const it = writable(print);
      it.end();
      it.write('a');
    },
  },
  'close-before-error': {
    sentence: "Destroy the stream. Optionally emit an 'error' event, and emit a 'close' event.",
    rules: ['FLOW-8'],
    change: () => changeEvent(Readable.prototype, 'error', (emit, args) =>
      setImmediate(emit, ...args)),
    witness: (print) => readable(print).destroy(new Error('x')),
  },
  'destroy-emits-end': {
    sentence: "Destroy the stream: no 'end' event follows.",
    rules: ['FLOW-8'],
    change: () => change(Readable.prototype, 'destroy', (whole) => function destroy(...args) {
      if (args[0]) this.emit('end');
      return whole.apply(this, args);
    }),
    witness: (print) => readable(print).destroy(new Error('x')),
  },
  'cork-does-nothing': {
    sentence: 'The writable.cork() method forces all written data to be buffered in memory.',
    rules: ['FLOW-9'],
    change: () => change(Writable.prototype, 'cork', () => () => {}),
    witness: (print) => {
      const it = writable(print);
      it.cork();
      it.write('a');
    },
  },
  'uncork-writes-one-by-one': {
    sentence: 'The writable.uncork() method flushes all data buffered since stream.cork() was called, to _writev() if present.',
    rules: ['FLOW-9'],
    change: () => change(Writable.prototype, 'uncork', (whole) => function uncork() {
      this._writev = null;
      return whole.call(this);
    }),
    witness: (print) => {
      const it = writable(print, { writev(chunks, callback) { print('writev'); callback(); } });
      it.cork();
      it.write('a');
      it.write('b');
      it.uncork();
    },
  },
  'finished-calls-twice': {
    sentence: 'A function to get notified when a stream is no longer readable, writable or has experienced an error or a premature close event.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (it, callback) =>
      whole(it, (...args) => { callback(...args); callback(...args); })),
    witness: (print) => {
      const it = readable(print);
      stream.finished(it, () => print('finished'));
      it.push(null);
      it.resume();
    },
  },
  'finished-loses-the-error': {
    sentence: 'A callback function that takes an optional error argument.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => (it, callback) => whole(it, () => callback())),
    witness: (print) => {
      const it = readable(print);
      stream.finished(it, (err) => print(!!err));
      it.destroy();
    },
  },
  'pipeline-loses-the-error': {
    sentence: 'pipeline forwards errors and provides a callback when the pipeline is complete.',
    rules: ['FLOW-11'],
    change: () => wrap(stream, 'pipeline', (whole) => (...args) => {
      const callback = args.pop();
      return whole(...args, () => callback());
    }),
    witness: (print) => {
      const it = readable(print);
      stream.pipeline(it, writable(print), (err) => print(!!err));
      it.destroy(new Error('x'));
    },
  },
  'iteration-does-not-destroy': {
    sentence: 'If the loop terminates with a break, return, or a throw, the stream will be destroyed.',
    rules: ['FLOW-12'],
    change: () => change(Readable.prototype, Symbol.asyncIterator, () => function iterate() {
      return this.iterator({ destroyOnReturn: false });
    }),
    witness: async (print) => {
      const it = readable(() => {});
      for await (const chunk of it) { print(chunk); break; }
      print(it.destroyed);
    },
  },
  'readable-is-lost-at-the-end': {
    sentence: "The 'readable' event will also be emitted once the end of the stream data has been reached but before the 'end' event is emitted.",
    rules: ['FLOW-13'],
    change: () => changeEvent(Readable.prototype, 'readable', function tellOnce(emit) {
      if (this.readableLength) return emit();
      this.read();
      return true;
    }),
    witness: (print) => {
      const it = readable(print, []);
      it.on('readable', () => { print('readable'); it.read(); });
      it.push(null);
    },
  },
  'readable-within-the-push': {
    sentence: "The 'readable' event is emitted when there is data available to be read.",
    rules: ['FLOW-13'],
    change: () => change(Readable.prototype, 'push', (whole) => function push(...args) {
      const answer = whole.apply(this, args);
      if (args[0] !== null) this.emit('readable');
      return answer;
    }),
    witness: (print) => {
      const it = readable(print, []);
      it.on('readable', () => print('readable', it.read()));
      it.push('a');
      print('pushed');
    },
  },
};
