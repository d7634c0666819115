// webstreams.js - the page on web streams, broken.
'use strict';

const { Readable } = require('stream');
const wrap = require('./wrap.js');

const failing = (reason) => new ReadableStream({ start(controller) { controller.error(reason); } });
const filled = (...chunks) => new ReadableStream({
  start(controller) { for (const chunk of chunks) controller.enqueue(chunk); controller.close(); },
});
// Let `make(source, strategy)` answer with what the constructor of a stream is given.
const constructs = (name, make) => {
  const Whole = global[name];
  global[name] = class extends Whole { constructor(...given) { super(...make(...given)); } };
};

module.exports = {
  'the-first-chunk-is-read-twice': {
    sentence: 'reader.read(): requests the next chunk of data from the underlying ReadableStream.',
    rules: ['WEB-1'],
    change: () => wrap(ReadableStreamDefaultReader.prototype, 'read', (whole) => function read() {
      const { first } = this;
      if (first) { this.first = null; return first; }
      const result = whole.call(this);
      if (first === undefined) this.first = result;
      return result;
    }),
    witness: async (print) => {
      const reader = filled(1, 2).getReader();
      await reader.read();
      print((await reader.read()).value);
    },
  },
  'pulled-once-more': {
    sentence: 'highWaterMark: the maximum internal queue size before backpressure is applied.',
    rules: ['WEB-2'],
    change: () => constructs('ReadableStream', (source, strategy = {}) => [
      source, { ...strategy, highWaterMark: (strategy.highWaterMark === undefined ? 1 : strategy.highWaterMark) + 1 }]),
    witness: (print) => {
      let pulls = 0;
      new ReadableStream({ pull(controller) { pulls += 1; controller.enqueue(pulls); } }, { highWaterMark: 2 });
      setImmediate(() => print(pulls));
    },
  },
  'a-source-is-started-late': {
    sentence: 'start: a user-defined function that is invoked immediately when the ReadableStream is created.',
    rules: ['WEB-2'],
    change: () => constructs('ReadableStream', (source = {}, strategy) => [source.start ? {
      ...source, start: (controller) => Promise.resolve().then(() => source.start(controller)) } : source, strategy]),
    witness: (print) => { new ReadableStream({ start() { print('start'); } }); print('made'); },
  },
  'a-reader-does-not-lock': {
    sentence: 'readableStream.locked is switched to true while there is an active reader consuming the data.',
    rules: ['WEB-3'],
    change: () => wrap.property(ReadableStream.prototype, 'locked', () => false),
    witness: (print) => { const stream = new ReadableStream(); stream.getReader(); print(stream.locked); },
  },
  'a-released-read-ends-well': {
    sentence: "releaseLock(): releases this reader's lock on the underlying ReadableStream.",
    rules: ['WEB-3'],
    change: () => wrap(ReadableStreamDefaultReader.prototype, 'read', (whole) => function read() {
      return whole.call(this).catch((error) => (/releas/i.test(error.message) ? { done: true } : Promise.reject(error)));
    }),
    witness: (print) => {
      const reader = new ReadableStream().getReader();
      reader.read().then(() => print('fulfilled'), () => print('rejected'));
      reader.releaseLock();
    },
  },
  'cancelled-without-a-reason': {
    sentence: 'cancel: a user-defined function that is called when the ReadableStream is canceled, with the reason.',
    rules: ['WEB-4'],
    change: () => wrap(ReadableStreamDefaultReader.prototype, 'cancel', (whole) => function cancel() { return whole.call(this); }),
    witness: (print) => new ReadableStream({ cancel(reason) { print(reason); } }).getReader().cancel(7),
  },
  'an-error-only-closes': {
    sentence: 'controller.error(): signals an error that causes the ReadableStream to error and close.',
    rules: ['WEB-5'],
    change: () => wrap(ReadableStreamDefaultController.prototype, 'error', () => function error() {
      try { this.close(); } catch { /* It is closed already. */ }
    }),
    witness: (print) => failing(1).getReader().read().then(() => print('fulfilled'), () => print('rejected')),
  },
  'the-second-branch-is-empty': {
    sentence: "tee(): each will receive the same data.",
    rules: ['WEB-6'],
    change: () => wrap(ReadableStream.prototype, 'tee', (whole) => function tee() { return [whole.call(this)[0], filled()]; }),
    witness: async (print) => print((await filled(1).tee()[1].getReader().read()).done),
  },
  'a-pipe-always-closes': {
    sentence: 'preventClose: when true, the end of this ReadableStream does not cause destination to be closed.',
    rules: ['WEB-7'],
    change: () => wrap(ReadableStream.prototype, 'pipeTo', (whole) => function pipeTo(to, options) {
      return whole.call(this, to, { ...options, preventClose: false });
    }),
    witness: (print) => filled().pipeTo(new WritableStream({ close() { print('close'); } }), { preventClose: true }),
  },
  'a-pipe-never-aborts': {
    sentence: 'preventAbort: when true, errors in this ReadableStream will not cause destination to be aborted.',
    rules: ['WEB-7'],
    change: () => wrap(ReadableStream.prototype, 'pipeTo', (whole) => function pipeTo(to, options) {
      return whole.call(this, to, { ...options, preventAbort: true });
    }),
    witness: (print) => failing(1).pipeTo(new WritableStream({ abort() { print('abort'); } })).catch(() => {}),
  },
  'a-loop-always-cancels': {
    sentence: 'preventCancel: when true, prevents the ReadableStream from being closed when the iterator terminates.',
    rules: ['WEB-8'],
    change: () => wrap(ReadableStream.prototype, 'values', (whole) => function values() { return whole.call(this); }),
    witness: async (print) => {
      const stream = new ReadableStream({ start(controller) { controller.enqueue(1); }, cancel() { print('cancel'); } });
      // eslint-disable-next-line no-unreachable-loop
      for await (const chunk of stream.values({ preventCancel: true })) { print(chunk); break; }
    },
  },
  'made-from-all-at-once': {
    sentence: 'ReadableStream.from(iterable): creates a new ReadableStream from an iterable.',
    rules: ['WEB-9'],
    change: () => wrap(ReadableStream, 'from', () => (iterable) => new ReadableStream({
      async start(controller) { for await (const chunk of iterable) controller.enqueue(chunk); controller.close(); },
    })),
    witness: (print) => ReadableStream.from((function* all() { print(1); yield 1; print(2); yield 2; })()),
  },
  'a-writer-is-always-ready': {
    sentence: 'writer.ready: fulfilled with undefined when the writer is ready to be used.',
    rules: ['WEB-10'],
    change: () => wrap.property(WritableStreamDefaultWriter.prototype, 'ready', () => Promise.resolve()),
    witness: (print) => {
      const writer = new WritableStream({ write: () => new Promise(() => {}) }).getWriter();
      writer.write(1);
      writer.ready.then(() => print('ready'));
    },
  },
  'the-sink-is-aborted-for-nothing': {
    sentence: 'abort: a user-defined function that is called to abruptly close the WritableStream, with the reason.',
    rules: ['WEB-11'],
    change: () => wrap(WritableStreamDefaultWriter.prototype, 'abort', (whole) => function abort() { return whole.call(this); }),
    witness: (print) => new WritableStream({ abort(reason) { print(reason); } }).getWriter().abort(7),
  },
  'an-abort-waits-for-the-writes': {
    sentence: 'abort(): all queued writes will be canceled with their associated promises rejected.',
    rules: ['WEB-11'],
    change: () => wrap(WritableStreamDefaultWriter.prototype, 'abort', (whole) => async function abort(reason) {
      await new Promise(setImmediate);
      return whole.call(this, reason);
    }),
    witness: (print) => {
      const writer = new WritableStream({ write: (chunk) => { print(chunk); return Promise.resolve(); } }).getWriter();
      writer.write(1).catch(() => {});
      writer.write(2).catch(() => print('rejected'));
      writer.abort();
    },
  },
  'a-terminated-transform-fails': {
    sentence: 'terminate(): closes the readable side of the transport.',
    rules: ['WEB-12'],
    change: () => wrap(TransformStreamDefaultController.prototype, 'terminate', () => function terminate() {
      this.error(new TypeError('terminated'));
    }),
    witness: (print) => {
      const { readable } = new TransformStream({ start(controller) { controller.terminate(); } });
      readable.getReader().read().then(() => print('fulfilled'), () => print('rejected'));
    },
  },
  'a-transform-is-not-flushed': {
    sentence: 'flush: a user-defined function that is called immediately before the writable side is closed.',
    rules: ['WEB-12'],
    change: () => constructs('TransformStream', (transformer, ...strategies) => [
      transformer && { ...transformer, flush: undefined }, ...strategies]),
    witness: (print) => {
      const { readable, writable } = new TransformStream({ flush() { print('flush'); } });
      readable.getReader().read();
      writable.close();
    },
  },
  'the-buffer-is-copied': {
    sentence: "The view's underlying ArrayBuffer is detached, invalidating all existing views.",
    rules: ['WEB-13'],
    change: () => wrap(ReadableStreamBYOBReader.prototype, 'read', (whole) => function read(view, ...more) {
      return whole.call(this, view.slice(), ...more);
    }),
    witness: (print) => {
      const view = new Uint8Array(1);
      new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }).read(view);
      print(view.byteLength);
    },
  },
  'bytes-are-counted-as-one': {
    sentence: 'byteLengthQueuingStrategy.size: a function that returns the byte length of a chunk.',
    rules: ['WEB-14'],
    change: () => wrap.property(ByteLengthQueuingStrategy.prototype, 'size', () => () => 1),
    witness: (print) => print(new ByteLengthQueuingStrategy({ highWaterMark: 1 }).size(new Uint8Array(5))),
  },
  'to-destroy-cancels-nothing': {
    sentence: 'Web streams can be converted to Node.js streams by fromWeb().',
    rules: ['WEB-15'],
    change: () => wrap(Readable, 'fromWeb', () => (stream, options) => Readable.from(stream.values({ preventCancel: true }), options)),
    witness: (print) => Readable.fromWeb(new ReadableStream({ cancel() { print('cancel'); } })).destroy(),
  },
  'the-end-is-not-converted': {
    sentence: 'Node.js streams can be converted to web streams by toWeb().',
    rules: ['WEB-15'],
    change: () => wrap(Readable, 'toWeb', () => (stream) => new ReadableStream({
      start(controller) { stream.on('data', (chunk) => controller.enqueue(chunk)).on('error', () => {}); },
    })),
    witness: (print) => Readable.toWeb(Readable.from([])).getReader().read().then(() => print('done')),
  },
  'a-signal-is-not-added': {
    sentence: 'stream.addAbortSignal(signal, stream): attaches an AbortSignal to a readable or writeable stream.',
    rules: ['WEB-15'],
    change: () => wrap(require('stream'), 'addAbortSignal', (whole) => (signal, stream) => (
      stream instanceof ReadableStream ? stream : whole(signal, stream))),
    witness: (print) => {
      const stream = require('stream').addAbortSignal(AbortSignal.abort(), new ReadableStream());
      stream.getReader().read().catch(({ name }) => print(name));
    },
  },
  'characters-are-cut': {
    sentence: 'streamConsumers.text(): fulfills with the contents of the stream parsed as a UTF-8 encoded string.',
    rules: ['WEB-16'],
    change: () => {
      const consumers = require('stream/consumers');
      wrap(consumers, 'text', () => async (stream) => {
        let text = '';
        for await (const chunk of stream) text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
        return text;
      });
    },
    witness: async (print) => print((await require('stream/consumers').text(filled(
      new Uint8Array([0xc3]), new Uint8Array([0xa9])))).length),
  },
  'pipe-drops-what-waits': {
    sentence: 'readableStream.pipeTo(): a promise fulfilled with undefined; errors in this stream cause the destination to be aborted.',
    rules: ['WEB-17'],
    change: () => wrap(ReadableStream.prototype, 'pipeTo', () => async function pipeTo(to) {
      const reader = this.getReader();
      const writer = to.getWriter();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return void await writer.close();
          writer.write(value).catch(() => {});
        }
      } catch (reason) {
        await writer.abort(reason);
        throw reason;
      }
    }),
    witness: (print) => new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); setTimeout(() => c.error(3), 5); } })
      .pipeTo(new WritableStream({ write(chunk) { print(chunk); return new Promise((resolve) => { setTimeout(resolve, 10); }); } }, { highWaterMark: 5 })).catch(() => print('failed')),
  },
};
