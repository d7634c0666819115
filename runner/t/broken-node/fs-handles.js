// fs-handles.js - the page on the file system, broken once more: handles, directories, watchers, parts of files.
'use strict';

const fs = require('fs');
const wrap = require('./wrap.js');

// Change a method of all file handles, whose class nobody exports.
const changeHandles = (name, make) => wrap(fs.promises, 'open', (whole) => async (...args) => {
  const handle = await whole(...args);
  wrap(handle, name, (method) => make(method.bind(handle), handle));
  return handle;
});
const changeDir = (name, make) => wrap(fs.Dir.prototype, name, make);
const missing = (print, options) => {
  process.on('exit', () => print('exit'));
  fs.watchFile('/this-file/is-not-there', { interval: 20, ...options }, () => print('missing'));
  setTimeout(() => { print('stop'); fs.unwatchFile('/this-file/is-not-there'); }, 100).unref();
};

module.exports = {
  'handle-closes-at-once': {
    sentence: 'filehandle.close(): closes the file handle after waiting for any pending operation on the handle to complete.',
    rules: ['FILE-8'],
    change: () => changeHandles('close', (whole) => () => { whole(); return Promise.resolve(); }),
    witness: async (print) => {
      const handle = await fs.promises.open(__filename);
      handle.read(Buffer.alloc(8), 0, 8, 0).then(() => print('read'));
      handle.close().then(() => print('closed'));
    },
  },
  'handle-closed-cannot-be-closed': {
    sentence: 'filehandle.close(): fulfills with undefined upon success.',
    rules: ['FILE-8'],
    change: () => changeHandles('close', (whole, handle) => async () => {
      if (handle.fd === -1) throw new Error('closed');
      return whole();
    }),
    witness: async (print) => {
      const handle = await fs.promises.open(__filename);
      await handle.close();
      handle.close().then(() => print('closed'), () => print('failed'));
    },
  },
  'end-of-a-part-is-left-out': {
    sentence: 'createReadStream(): both start and end are inclusive.',
    rules: ['FILE-9'],
    change: () => wrap(fs, 'createReadStream', (whole) => (path, options) =>
      whole(path, options && options.end ? { ...options, end: options.end - 1 } : options)),
    witness: (print) => fs.createReadStream(__filename, { start: 1, end: 4 }).on('data', (data) => print(data.length)),
  },
  'part-begins-at-the-beginning': {
    sentence: 'createReadStream(): options can include start and end values to read a range of bytes.',
    rules: ['FILE-9'],
    change: () => wrap(fs, 'createReadStream', (whole) => (path, options) => whole(path, { ...options, start: undefined })),
    witness: (print) => fs.createReadStream(__filename, { start: 1, end: 4 }).on('data', (data) => print(data.length)),
  },
  'always-closes-itself': {
    sentence: "If autoClose is false, then the file descriptor won't be closed, even if there's an error.",
    rules: ['FILE-9'],
    change: () => wrap(fs, 'createReadStream', (whole) => (path, options) => whole(path, { ...options, autoClose: true })),
    witness: (print) => fs.createReadStream(__filename, { autoClose: false }).on('close', () => print('close')).resume(),
  },
  'never-closes-itself': {
    sentence: "autoClose: by default, the stream will emit a 'close' event after it has been destroyed, which it is at its end.",
    rules: ['FILE-9'],
    change: () => wrap(fs, 'createReadStream', (whole) => (path, options) => whole(path, { ...options, autoClose: false })),
    witness: (print) => fs.createReadStream(__filename).on('close', () => print('close')).resume(),
  },
  'directory-begins-again': {
    sentence: 'dir.read(): null if there are no more directory entries to read.',
    rules: ['FILE-10'],
    change: () => changeDir('readSync', (whole) => function readSync() {
      const entry = whole.call(this);
      if (entry) this.last = entry;
      else if (this.last) { const again = this.last; this.last = undefined; return again; }
      return entry;
    }),
    witness: (print) => { const dir = fs.opendirSync(__dirname); let count = 0; while (dir.readSync()) count++; dir.closeSync(); print(count === fs.readdirSync(__dirname).length); },
  },
  'directory-is-read-at-once': {
    sentence: 'dir.read(callback): asynchronously read the next directory entry.',
    rules: ['FILE-10'],
    change: () => changeDir('read', (whole) => function read(callback) {
      return callback ? callback(null, this.readSync()) : whole.call(this);
    }),
    witness: (print) => { const dir = fs.opendirSync(__dirname); dir.read(() => { print('entry'); dir.closeSync(); }); print('after'); },
  },
  'directory-stays-open': {
    sentence: 'When using the async iterator, the fs.Dir object will be automatically closed after the iterator exits.',
    rules: ['FILE-10'],
    change: () => changeDir(Symbol.asyncIterator, (whole) => function iterate() {
      const entries = whole.call(this);
      return { next: () => entries.next(), [Symbol.asyncIterator]() { return this; } };
    }),
    witness: async (print) => {
      const dir = fs.opendirSync(__dirname);
      for await (const entry of dir) break;
      try { dir.closeSync(); print('open'); } catch (error) { print('closed'); }
    },
  },
  'missing-file-is-not-told': {
    sentence: 'watchFile(): when fs.watchFile results in an ENOENT error, it will invoke the listener once, with all the fields zeroed.',
    rules: ['FILE-11'],
    change: () => wrap(fs, 'watchFile', (whole) => (path, options, listener) =>
      whole(path, options, (now, before) => { if (now.mtimeMs || before.mtimeMs) listener(now, before); })),
    witness: missing,
  },
  'watcher-never-holds': {
    sentence: 'persistent indicates whether the process should continue to run as long as files are being watched.',
    rules: ['FILE-11'],
    change: () => wrap(fs, 'watchFile', (whole) => (path, options, listener) => whole(path, { ...options, persistent: false }, listener)),
    witness: missing,
  },
  'watcher-always-holds': {
    sentence: 'persistent indicates whether the process should continue to run as long as files are being watched.',
    rules: ['FILE-11'],
    change: () => wrap(fs, 'watchFile', (whole) => (path, options, listener) => {
      if (options.persistent === false) setTimeout(() => {}, 50000);
      return whole(path, options, listener);
    }),
    witness: (print) => missing(print, { persistent: false }),
  },
  'watching-cannot-be-stopped': {
    sentence: 'unwatchFile(): stop watching for changes on filename.',
    rules: ['FILE-11'],
    change: () => wrap(fs, 'unwatchFile', (whole) => (...args) => { setTimeout(() => whole(...args), 50000); }),
    witness: (print) => { missing(print); setTimeout(() => print('much later'), 40000).unref(); },
  },
  'handle-closes-between-two-steps': {
    sentence: 'filehandle.close(): closes the file handle after waiting for any pending operation on the handle to complete.',
    rules: ['FILE-8'],
    // A call that has not yet asked the system is not waited for.
    change: () => changeHandles('readFile', (whole, handle) => async (...args) => { await null; return handle.fd === -1 ? Promise.reject(Object.assign(new Error('closed'), { code: 'EBADF' })) : whole(...args); }),
    witness: async (print) => {
      const handle = await fs.promises.open(__filename);
      handle.readFile().then(() => print('read'), ({ code }) => print(code));
      handle.close().then(() => print('closed'));
    },
  },
  'watched-in-reverse': {
    sentence: 'fsPromises.watch(): returns an async iterator that watches for changes on filename.',
    rules: ['FILE-11'],
    change: () => wrap(fs.promises, 'watch', (whole) => async function* watch(...args) {
      // What waits when it is asked comes in reverse.
      const iterator = whole(...args);
      const pending = [];
      let last = iterator.next();
      yield (await last).value;
      const fill = () => { last = iterator.next(); last.then(({ value }) => { pending.push(value); fill(); }, () => {}); };
      fill();
      for (;;) { await new Promise(setImmediate); if (pending.length) yield pending.pop(); else yield (await last).value; }
    }),
    witness: async (print) => {
      const root = fs.mkdtempSync(require('path').join(require('os').tmpdir(), 'loopspec-'));
      const changes = fs.promises.watch(root);
      const first = changes.next();
      const make = (name) => fs.mkdirSync(`${root}/${name}`);
      setTimeout(make, 5, 'a');
      await first;
      make('b');
      make('c');
      setTimeout(async () => { print((await changes.next()).value.filename); fs.rmSync(root, { recursive: true }); process.exit(); }, 20);
    },
  },
};
