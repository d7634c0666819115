// stream-properties.js - the page on streams: properties, second calls, and what is made of streams.
'use strict';

const stream = require('stream');
const { isOwn, change, answer, event } = require('./own-streams.js');
const wrap = require('./wrap.js');

const { Readable, Writable, PassThrough } = stream;
const read = Readable.prototype;
const write = Writable.prototype;
const source = () => new Readable({ read() {}, objectMode: true }).on('error', () => {});
const sink = (options) => new Writable({ write(chunk, encoding, done) { done(); }, ...options });
const slow = (options) => sink({ write(chunk, encoding, done) { setImmediate(done); }, ...options });

module.exports = {
  'end-callback-after-finish': {
    sentence: "The callback is invoked before 'finish' or on error.",
    rules: ['FLOW-41'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      if (call) this.once('finish', () => process.nextTick(call));
      return whole.apply(this, args);
    }),
    witness: (print) => sink().on('finish', () => print('finish')).end(() => print('call')),
  },
  'end-callback-without-the-error': {
    sentence: 'The callback is invoked before finish or on error.',
    rules: ['FLOW-37'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      return whole.call(this, ...args, ...(call ? [() => call()] : []));
    }),
    witness: (print) => sink({ final(done) { done(new Error('no')); } }).on('error', () => {}).end((e) => print(e)),
  },
  'write-after-destroy-succeeds': {
    sentence: 'subsequent calls to write() or end() will result in an ERR_STREAM_DESTROYED error.',
    rules: ['FLOW-42'],
    change: () => change(write, 'write', (whole) => function write(...args) {
      if (!this.destroyed) return whole.apply(this, args);
      const call = args.pop();
      if (typeof call === 'function') process.nextTick(call);
      return true;
    }),
    witness: (print) => sink().destroy().write('a', (error) => print(error)),
  },
  'end-after-destroy-succeeds': {
    sentence: 'subsequent calls to write() or end() will result in an ERR_STREAM_DESTROYED error.',
    rules: ['FLOW-42'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      if (!this.destroyed) return whole.apply(this, args);
      const call = args.pop();
      if (typeof call === 'function') process.nextTick(call);
      return this;
    }),
    witness: (print) => sink().destroy().end(() => print('called')),
  },
  'end-leaves-it-corked': {
    sentence: 'The buffered data will be flushed when either the uncork() or end() methods are called.',
    rules: ['FLOW-9'],
    change: () => change(write, 'end', (whole) => function end(...args) {
      if (this.writableCorked) return this;
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const w = sink({ write(chunk, e, done) { print(chunk); done(); } });
      w.cork(); w.write('a'); w.end();
    },
  },
  'corked-is-one-at-most': {
    sentence: 'writableCorked: number of times uncork() needs to be called in order to fully uncork the stream.',
    rules: ['FLOW-41'],
    change: () => answer(write, 'writableCorked', (truth) => Math.min(truth, 1)),
    witness: (print) => { const w = sink(); w.cork(); w.cork(); print(w.writableCorked); },
  },
  'never-write-aborted': {
    sentence: "writableAborted: whether the stream was destroyed or errored before emitting 'finish'.",
    rules: ['FLOW-41'],
    change: () => answer(write, 'writableAborted', () => false),
    witness: (print) => print(sink().destroy().writableAborted),
  },
  'aborted-though-it-finished': {
    sentence: "writableAborted: whether the stream was destroyed or errored before emitting 'finish'.",
    rules: ['FLOW-41'],
    change: () => answer(write, 'writableAborted', function get() { return this.destroyed; }),
    witness: (print) => { const w = sink(); w.on('close', () => print(w.writableAborted)).end(); },
  },
  'never-read-aborted': {
    sentence: "readableAborted: whether the stream was destroyed or errored before emitting 'end'.",
    rules: ['FLOW-41'],
    change: () => answer(read, 'readableAborted', () => false),
    witness: (print) => print(source().destroy().readableAborted),
  },
  'never-needs-drain': {
    sentence: "writableNeedDrain: is true if the stream's buffer has been full and stream will emit 'drain'.",
    rules: ['FLOW-41'],
    change: () => answer(write, 'writableNeedDrain', () => false),
    witness: (print) => { const w = slow({ highWaterMark: 1 }); w.write('a'); print(w.writableNeedDrain); },
  },
  'needs-drain-at-the-mark-though-ended': {
    sentence: "writableNeedDrain: is true if the stream's buffer has been full and stream will emit 'drain'.",
    rules: ['FLOW-41'],
    change: () => answer(write, 'writableNeedDrain', function get() {
      return this.writableLength >= this.writableHighWaterMark;
    }),
    witness: (print) => { const w = slow({ highWaterMark: 1 }); w.end('a'); print(w.writableNeedDrain); },
  },
  'disposed-at-once': {
    sentence: 'writable[Symbol.asyncDispose](): returns a promise that fulfills when the stream is finished.',
    rules: ['FLOW-44'],
    change: () => change(write, Symbol.asyncDispose, () => function dispose() { this.destroy(); return Promise.resolve(); }),
    witness: (print) => {
      const w = slow().on('error', (error) => print(error.name)).on('close', () => print('close'));
      w[Symbol.asyncDispose]().then(() => print('done'));
    },
  },
  'read-tells-nobody': {
    sentence: "If the read() method returns a chunk of data, a 'data' event will also be emitted.",
    rules: ['FLOW-23'],
    change: () => event('data', function emit(inTruth) { return this.readableFlowing ? inTruth() : false; }),
    witness: (print) => {
      const r = source(); r.on('readable', () => r.read()).on('data', print); r.push('a');
    },
  },
  'no-readable-at-the-end': {
    sentence: "The 'readable' event will also be emitted once the end of the stream data has been reached but before the 'end' event is emitted.",
    rules: ['FLOW-13'],
    change: () => event('readable', function emit(inTruth) { return this.readableLength ? inTruth() : false; }),
    witness: (print) => {
      const r = source(); r.on('readable', () => print('readable', r.read())); r.push(null);
    },
  },
  'resume-event-while-it-flows': {
    sentence: "The 'resume' event is emitted when stream.resume() is called and readableFlowing is not true.",
    rules: ['FLOW-42'],
    change: () => change(read, 'resume', (whole) => function resume() {
      if (this.readableFlowing) process.nextTick(() => this.emit('resume'));
      return whole.call(this);
    }),
    witness: (print) => { const r = source().on('resume', () => print('resume')); r.resume(); r.resume(); },
  },
  'pause-event-while-it-is-paused': {
    sentence: "The 'pause' event is emitted when stream.pause() is called and readableFlowing is not false.",
    rules: ['FLOW-42'],
    change: () => change(read, 'pause', (whole) => function pause() {
      if (this.readableFlowing === false) this.emit('pause');
      return whole.call(this);
    }),
    witness: (print) => { const r = source().on('pause', () => print('pause')); r.pause(); r.pause(); },
  },
  'unshift-after-the-end-is-taken': {
    sentence: "unshift() cannot be called after the 'end' event has been emitted or a runtime error will be thrown.",
    rules: ['FLOW-42'],
    change: () => change(read, 'unshift', (whole) => function unshift(...args) {
      return this.readableEnded ? false : whole.apply(this, args);
    }),
    witness: (print) => {
      const r = source().on('error', (error) => print(error.code)); r.resume();
      r.on('end', () => r.unshift('a')); r.push(null);
    },
  },
  'unshift-goes-to-the-back': {
    sentence: 'unshift() pushes a chunk of data back into the internal buffer.',
    rules: ['FLOW-42'],
    change: () => change(read, 'unshift', () => function unshift(...args) { return this.push(...args); }),
    witness: (print) => { const r = source(); r.push('b'); r.unshift('a'); print(r.read()); },
  },
  'unpipe-of-a-stranger': {
    sentence: 'If the destination is specified, but no pipe is set up for it, then the method does nothing.',
    rules: ['FLOW-42'],
    change: () => change(read, 'unpipe', (whole) => function unpipe() { return whole.call(this); }),
    witness: (print) => {
      const r = source(); r.pipe(sink().on('unpipe', () => print('unpipe'))); r.unpipe(sink());
    },
  },
  'never-did-read': {
    sentence: "readableDidRead: returns whether 'data' has been emitted.",
    rules: ['FLOW-41'],
    change: () => answer(read, 'readableDidRead', () => false),
    witness: (print) => { const r = source(); r.push('a'); r.read(); print(r.readableDidRead); },
  },
  'writev-is-never-used': {
    sentence: 'If implemented and if there is buffered data from previous writes, _writev() will be called instead of _write().',
    rules: ['FLOW-35'],
    change: () => change(write, 'write', (whole) => function write(...args) {
      if (this._write !== Writable.prototype._write) this._writev = null;
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const w = slow({ writev(chunks, done) { print(chunks.length); done(); } });
      w.write('a'); w.write('b'); w.write('c');
    },
  },
  'map-ignores-concurrency': {
    sentence: 'map(): concurrency: the maximum concurrent invocation of fn to call on the stream at once.',
    rules: ['FLOW-29'],
    change: () => change(read, 'map', (whole) => function map(make) { return whole.call(this, make); }),
    witness: (print) => {
      let now = 0;
      Readable.from([1, 2, 3]).map(async () => { print(++now); await null; await null; now--; return 1; }, { concurrency: 2 }).toArray();
    },
  },
  'take-leaves-the-rest-open': {
    sentence: 'take(): returns a new stream with the first limit chunks.',
    rules: ['FLOW-46'],
    change: () => change(read, 'take', (whole) => function take(count, ...args) { return whole.call(this, count + 1, ...args); }),
    witness: (print) => Readable.from([1, 2, 3]).take(1).toArray().then(print),
  },
  'from-a-string-by-letters': {
    sentence: 'Readable.from(string) or Readable.from(buffer) will not have the strings or buffers be iterated.',
    rules: ['FLOW-27'],
    change: () => wrap(Readable, 'from', (whole) => function from(what, ...args) {
      return whole.call(this, typeof what === 'string' ? [...what] : what, ...args);
    }),
    witness: (print) => Readable.from('abc').on('data', print),
  },
  'cleanup-that-leaves-listeners': {
    sentence: 'stream.finished() leaves dangling event listeners after callback has been invoked; callers have to invoke the returned cleanup function.',
    rules: ['FLOW-10'],
    change: () => wrap(stream, 'finished', (whole) => function finished(...args) { whole.apply(this, args); return () => {}; }),
    witness: (print) => { const w = sink(); stream.finished(w, () => {})(); print(w.listenerCount('finish')); },
  },
  'pipeline-destroys-what-has-finished': {
    sentence: "pipeline() will call stream.destroy(err) on all streams except Readable streams which have emitted 'end' or 'close', and Writable streams which have emitted 'finish' or 'close'.",
    rules: ['FLOW-45'],
    change: () => wrap(stream, 'pipeline', (whole) => function pipeline(...args) {
      const call = args.pop();
      const last = args[args.length - 1];
      return whole.call(this, ...args, (error, ...more) => {
        if (last && isOwn(last)) last.destroy();
        call(error, ...more);
      });
    }),
    witness: (print) => {
      const d = new PassThrough().on('close', () => print('closed'));
      stream.pipeline(Readable.from(['a']), d, () => print(d.destroyed));
    },
  },
  'is-never-errored': {
    sentence: 'stream.isErrored(stream): returns whether the stream has encountered an error.',
    rules: ['FLOW-41'],
    change: () => wrap(stream, 'isErrored', () => () => false),
    witness: (print) => { const r = source().on('error', () => print(stream.isErrored(r))); r.destroy(new Error('no')); },
  },
  'is-always-readable': {
    sentence: 'stream.isReadable(stream): returns whether the stream is readable.',
    rules: ['FLOW-41'],
    change: () => wrap(stream, 'isReadable', () => () => true),
    witness: (print) => print(stream.isReadable(source().destroy())),
  },
  'default-mark-is-fixed': {
    sentence: 'stream.setDefaultHighWaterMark(objectMode, value): sets the default highWaterMark used by streams.',
    rules: ['FLOW-40'],
    change: () => wrap(stream, 'setDefaultHighWaterMark', () => () => {}),
    witness: (print) => { stream.setDefaultHighWaterMark(false, 100); print(sink().writableHighWaterMark); },
  },
  'reduce-begins-with-nothing': {
    sentence: 'reduce(): if no initial value is supplied the first chunk of the stream is used as the initial value.',
    rules: ['FLOW-46'],
    change: () => change(read, 'reduce', (whole) => function reduce(add, ...more) {
      return whole.call(this, add, ...(more.length ? more : [0]));
    }),
    witness: (print) => Readable.from([5]).reduce((a, b) => { print('call'); return a + b; }),
  },
};
