// fs-folders.js - the page on files: handles, streams, watchers and folders.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const wrap = require('./wrap.js');

const here = () => fs.mkdtempSync(path.join(os.tmpdir(), 'broken-'));
const file = (text = 'abc') => { const name = path.join(here(), 'f'); fs.writeFileSync(name, text); return name; };
const { ReadStream, WriteStream } = fs;
// The class of file handles is told by one of them only.
const handles = (make) => wrap(fs.promises, 'open', (whole) => async function open(...args) {
  const handle = await whole.apply(this, args);
  make(handle);
  return handle;
});
const later = (name, make) => wrap(fs, name, (whole) => function call(...args) {
  const done = args.pop();
  return whole.call(this, ...args, make(done));
});

module.exports = {
  'stream-ready-before-open': {
    sentence: "ready: fires immediately after 'open'.",
    rules: ['FILE-14'],
    change: () => wrap(ReadStream.prototype, 'emit', (whole) => function emit(name, ...args) {
      if (name === 'ready') return false;
      if (name === 'open') whole.call(this, 'ready');
      return whole.call(this, name, ...args);
    }),
    witness: (print) => fs.createReadStream(file()).on('open', () => print('open')).on('ready', () => print('ready')),
  },
  'written-stream-ready-later': {
    sentence: "WriteStream, ready: fires immediately after 'open'.",
    rules: ['FILE-14'],
    change: () => wrap.event(WriteStream.prototype, 'ready', (inTruth) => { setImmediate(inTruth); return true; }),
    witness: (print) => fs.createWriteStream(file()).on('open', () => process.nextTick(print, 'tick')).on('ready', () => print('ready')),
  },
  'stream-always-pending': {
    sentence: "pending: is true if the underlying file has not been opened yet, i.e. before the 'ready' event is emitted.",
    rules: ['FILE-14'],
    change: () => Object.defineProperty(ReadStream.prototype, 'pending', { get: () => true, configurable: true }),
    witness: (print) => { const r = fs.createReadStream(file()).on('ready', () => print(r.pending)); },
  },
  'stream-knows-no-bytes': {
    sentence: 'readStream.bytesRead: the number of bytes that have been read so far.',
    rules: ['FILE-14'],
    change: () => wrap.event(ReadStream.prototype, 'end', function emit(inTruth) { this.bytesRead = 0; return inTruth(); }),
    witness: (print) => { const r = fs.createReadStream(file()).on('end', () => print(r.bytesRead)).resume(); },
  },
  'written-bytes-with-what-waits': {
    sentence: 'writeStream.bytesWritten: the number of bytes written so far. Does not include data that is still queued for writing.',
    rules: ['FILE-14'],
    change: () => wrap(WriteStream.prototype, 'write', (whole) => function write(chunk, ...args) {
      this.bytesWritten += chunk.length; return whole.call(this, chunk, ...args);
    }),
    witness: (print) => { const w = fs.createWriteStream(file()); w.write('abc'); print(w.bytesWritten); w.end(); },
  },
  'stream-leaves-its-file-open': {
    sentence: "If autoClose is set to true (default behavior), on 'error' or 'end' the file descriptor will be closed automatically.",
    rules: ['FILE-9'],
    change: () => wrap(fs, 'createReadStream', (whole) => function create(name, options) { return whole.call(this, name, { ...options, autoClose: false }); }),
    witness: (print) => fs.createReadStream(file()).on('close', () => print('close')).resume(),
  },
  'stream-closes-though-told-not-to': {
    sentence: "If autoClose is false, then the file descriptor won't be closed, even if there's an error.",
    rules: ['FILE-14'],
    change: () => wrap(fs, 'createReadStream', (whole) => function create(name, options) { return whole.call(this, name, { ...options, autoClose: true }); }),
    witness: (print) => fs.createReadStream(file(), { autoClose: false }).on('close', () => print('close')).resume(),
  },
  'no-close-event-of-a-stream': {
    sentence: "By default, the stream will emit a 'close' event after it has been destroyed.",
    rules: ['FILE-14'],
    change: () => wrap(fs, 'createWriteStream', (whole) => function create(name, options) { return whole.call(this, name, { ...options, emitClose: false }); }),
    witness: (print) => fs.createWriteStream(file()).on('close', () => print('close')).end(),
  },
  'stream-reads-one-byte-less': {
    sentence: 'Both start and end are inclusive and start counting at 0.',
    rules: ['FILE-14'],
    change: () => wrap(fs, 'createReadStream', (whole) => function create(name, options) {
      return whole.call(this, name, options && options.end !== undefined ? { ...options, end: options.end - 1 } : options);
    }),
    witness: (print) => fs.createReadStream(file('abcdef'), { start: 1, end: 3 }).on('data', (d) => print(d)),
  },
  'close-callback-of-a-stream-first': {
    sentence: 'writeStream.close([callback]): callback that will be executed once the writeStream is closed.',
    rules: ['FILE-14'],
    change: () => wrap(WriteStream.prototype, 'close', (whole) => function close(call) { if (call) process.nextTick(call); return whole.call(this); }),
    witness: (print) => fs.createWriteStream(file()).on('open', function open() { this.on('close', () => print('close')); this.close(() => print('call')); }),
  },
  'handle-without-a-close-event': {
    sentence: "The 'close' event is emitted when the FileHandle has been closed.",
    rules: ['FILE-15'],
    change: () => handles((h) => wrap(h, 'emit', (whole) => function emit(name, ...args) { return name === 'close' ? false : whole.call(this, name, ...args); })),
    witness: (print) => fs.promises.open(file()).then((h) => { h.on('close', () => print('close')); return h.close(); }),
  },
  'handle-keeps-its-number': {
    sentence: 'filehandle.fd: the numeric file descriptor. -1 once it is closed.',
    rules: ['FILE-15'],
    change: () => handles((h) => { const { fd } = h; Object.defineProperty(h, 'fd', { get: () => fd }); }),
    witness: (print) => fs.promises.open(file()).then(async (h) => { await h.close(); print(h.fd > 0); }),
  },
  'dispose-does-not-close': {
    sentence: 'filehandle[Symbol.asyncDispose](): calls filehandle.close() and returns a promise that fulfills when the filehandle is closed.',
    rules: ['FILE-15'],
    change: () => handles((h) => { h[Symbol.asyncDispose] = () => Promise.resolve(); }),
    witness: (print) => fs.promises.open(file()).then(async (h) => { await h[Symbol.asyncDispose](); print(h.fd); }),
  },
  'folder-is-called-again-at-its-end': {
    sentence: 'dir.read(): null if there are no more directory entries to read.',
    rules: ['FILE-15'],
    change: () => wrap(fs.Dir.prototype, 'read', (whole) => function read(...args) {
      const call = args.pop();
      if (typeof call !== 'function') return whole.call(this, ...args, ...(call ? [call] : [])).then((x) => x || undefined);
      return whole.call(this, (error, entry) => call(error, entry || undefined));
    }),
    witness: (print) => fs.promises.opendir(here()).then(async (d) => { print(await d.read() === null); await d.close(); }),
  },
  'watcher-without-a-close-event': {
    sentence: "FSWatcher, close: emitted when the watcher stops watching for changes.",
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watch', (whole) => function watch(...args) {
      const w = whole.apply(this, args);
      wrap(w, 'emit', (inTruth) => function emit(name, ...rest) { return name === 'close' ? false : inTruth.call(this, name, ...rest); });
      return w;
    }),
    witness: (print) => { const w = fs.watch(here(), () => {}).on('close', () => print('close')); w.close(); },
  },
  'watcher-closes-at-once': {
    sentence: 'watcher.close(): stop watching for changes. Once stopped, the fs.FSWatcher object is no longer usable. The close event comes later.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watch', (whole) => function watch(...args) {
      const w = whole.apply(this, args);
      const { close } = w;
      let told = false;
      wrap(w, 'emit', (inTruth) => function emit(name, ...rest) { return name === 'close' && told ? false : inTruth.call(this, name, ...rest); });
      w.close = function stop() { close.call(this); if (!told) this.emit('close'); told = true; };
      return w;
    }),
    witness: (print) => { const w = fs.watch(here(), () => {}).on('close', () => print('close')); w.close(); print('returned'); },
  },
  'watch-is-not-aborted': {
    sentence: 'If a signal is passed, aborting the corresponding AbortController will close the returned fs.FSWatcher.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watch', (whole) => function watch(name, options, ...args) {
      return whole.call(this, name, options && options.signal ? { ...options, signal: undefined } : options, ...args);
    }),
    witness: (print) => {
      const ac = new AbortController();
      const w = fs.watch(here(), { signal: ac.signal }, () => {}).on('close', () => print('close')); ac.abort();
      setImmediate(() => w.removeAllListeners('close').close());
    },
  },
  'watch-never-lets-go': {
    sentence: 'persistent: indicates whether the process should continue to run as long as files are being watched.',
    rules: ['FILE-17'],
    change: () => wrap(fs, 'watch', (whole) => function watch(name, options, ...args) {
      return whole.call(this, name, options && options.persistent === false ? { ...options, persistent: true } : options, ...args);
    }),
    witness: (print) => { const w = fs.watch(here(), { persistent: false }, () => {}); setTimeout(() => { print('still here'); w.close(); }, 10).unref(); },
  },
  'watched-file-that-is-missing-is-silent': {
    sentence: 'when the watched file does not exist, it will invoke the listener once, with all the fields zeroed.',
    rules: ['FILE-11'],
    change: () => wrap(fs, 'watchFile', (whole) => function watch(name, ...args) {
      const call = args.pop();
      return whole.call(this, name, ...args, (now, then) => (now.ino || then.ino ? call(now, then) : undefined));
    }),
    witness: (print) => { const name = path.join(here(), 'none'); fs.watchFile(name, { interval: 5 }, (now) => { print(now.ino); fs.unwatchFile(name); }); setTimeout(() => fs.unwatchFile(name), 30); },
  },
  'unwatch-of-one-takes-all': {
    sentence: 'If listener is specified, only that particular listener is removed. Otherwise, all listeners are removed.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'unwatchFile', (whole) => function unwatch(name) { return whole.call(this, name); }),
    witness: (print) => {
      const name = file(); const one = () => {};
      fs.watchFile(name, { interval: 5 }, one); fs.watchFile(name, { interval: 5 }, () => { print('seen'); fs.unwatchFile(name); });
      fs.unwatchFile(name, one); setTimeout(() => fs.writeFileSync(name, 'other'), 20); setTimeout(() => fs.unwatchFile(name), 60);
    },
  },
  'unwatch-does-nothing': {
    sentence: 'unwatchFile(): stop watching for changes on filename.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'unwatchFile', (whole) => function unwatch(name, call) { if (call) return whole.call(this, name, () => {}); return whole.call(this, name); }),
    witness: (print) => {
      const name = file(); const one = () => { print('seen'); };
      fs.watchFile(name, { interval: 5 }, one); fs.unwatchFile(name, one); setTimeout(() => fs.writeFileSync(name, 'other'), 20); setTimeout(() => fs.unwatchFile(name), 60);
    },
  },
  'aborted-read-goes-on': {
    sentence: 'It is possible to abort an ongoing request using an AbortSignal. If a request is aborted the callback is called with an AbortError.',
    rules: ['FILE-7'],
    change: () => wrap(fs, 'readFile', (whole) => function read(name, options, ...args) {
      return whole.call(this, name, options && options.signal ? { ...options, signal: undefined } : options, ...args);
    }),
    witness: (print) => { const ac = new AbortController(); fs.readFile(file(), { signal: ac.signal }, (e) => print(e && e.name)); ac.abort(); },
  },
  'exists-with-an-error-first': {
    sentence: 'Then call the callback argument with either true or false.',
    rules: ['FILE-13'],
    change: () => later('exists', (call) => (is) => call(null, is)),
    witness: (print) => fs.exists('/', print),
  },
  'callback-without-null': {
    sentence: 'If the operation is completed successfully, then the first argument is null or undefined.',
    rules: ['FILE-13'],
    change: () => later('access', (call) => (error) => call(error || 0)),
    witness: (print) => fs.access('/', (error) => print(error)),
  },
  'access-at-once': {
    sentence: 'The callback form takes a completion callback function as its last argument and invokes the operation asynchronously.',
    rules: ['FILE-13'],
    change: () => wrap(fs, 'access', () => function access(name, ...args) {
      const call = args.pop();
      try { fs.accessSync(name); call(null); } catch (error) { call(error); }
    }),
    witness: (print) => { fs.access('/', () => print('call')); print('returned'); },
  },
  'first-folder-made-is-unknown': {
    sentence: 'mkdir: if recursive is true, the first directory path created, (err[, path]).',
    rules: ['FILE-13'],
    change: () => later('mkdir', (call) => (error) => call(error)),
    witness: (print) => fs.mkdir(path.join(here(), 'a', 'b'), { recursive: true }, (error, made) => print(Boolean(made))),
  },
};
