// fs-answers.js - the page on files: what calls answer, what streams begin and end with, how watching ends.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const wrap = require('./wrap.js');

const here = () => fs.mkdtempSync(path.join(os.tmpdir(), 'broken-'));
const file = (text = 'abc') => { const name = path.join(here(), 'f'); fs.writeFileSync(name, text); return name; };
const handles = (make) => wrap(fs.promises, 'open', (whole) => async function open(...args) {
  const handle = await whole.apply(this, args);
  make(handle);
  return handle;
});
const later = (name, make) => wrap(fs, name, (whole) => function call(...args) {
  const done = args.pop();
  return whole.call(this, ...args, make(done, args));
});
const code = (make) => { try { return String(make()); } catch (error) { return error.code; } };

module.exports = {
  'write-without-its-buffer': {
    sentence: 'fs.write(): the callback will be given three arguments (err, bytesWritten, buffer).',
    rules: ['FILE-13'],
    change: () => later('write', (call) => (error, count) => call(error, count)),
    witness: (print) => { const fd = fs.openSync(file(), 'w'); fs.write(fd, 'ab', (e, n, text) => { print(text); fs.closeSync(fd); }); },
  },
  'rm-of-nothing-is-fine': {
    sentence: 'rm, force: when true, exceptions will be ignored if path does not exist. Default: false.',
    rules: ['FILE-13'],
    change: () => later('rm', (call) => (error) => call(error && error.code === 'ENOENT' ? null : error)),
    witness: (print) => fs.rm(path.join(here(), 'x'), (e) => print(e && e.code)),
  },
  'promised-rm-of-nothing-is-fine': {
    sentence: 'fsPromises.rm, force: when true, exceptions will be ignored if path does not exist. Default: false.',
    rules: ['FILE-13'],
    change: () => wrap(fs.promises, 'rm', (whole) => function rm(name, options) { return whole.call(this, name, { force: true, ...options }); }),
    witness: (print) => fs.promises.rm(path.join(here(), 'x')).then(() => print('fine'), (e) => print(e.code)),
  },
  'copy-over-what-is-there': {
    sentence: 'fs.constants.COPYFILE_EXCL: the copy operation will fail if dest already exists.',
    rules: ['FILE-13'],
    change: () => wrap(fs, 'copyFile', (whole) => function copy(a, b, ...args) { return whole.call(this, a, b, args.pop()); }),
    witness: (print) => { const f = file(); fs.copyFile(f, file(), fs.constants.COPYFILE_EXCL, (e) => print(e && e.code)); },
  },
  'folder-without-types': {
    sentence: 'If options.withFileTypes is set to true, the files array will contain fs.Dirent objects.',
    rules: ['FILE-13'],
    change: () => wrap(fs, 'readdir', (whole) => function read(name, ...args) { return whole.call(this, name, args.pop()); }),
    witness: (print) => fs.readdir(path.dirname(file()), { withFileTypes: true }, (e, all) => print(typeof all[0])),
  },
  'truncated-to-nothing': {
    sentence: 'fs.truncate(): truncates the file to len bytes.',
    rules: ['FILE-13'],
    change: () => wrap(fs, 'truncate', (whole) => function truncate(name, ...args) { return whole.call(this, name, 0, args.pop()); }),
    witness: (print) => { const f = file(); fs.truncate(f, 2, () => print(fs.statSync(f).size)); },
  },
  'closed-twice-without-a-word': {
    sentence: 'fs.close(): the callback gets a possible exception.',
    rules: ['FILE-13'],
    change: () => later('close', (call) => () => call(null)),
    witness: (print) => { const fd = fs.openSync(file()); fs.closeSync(fd); fs.close(fd, (e) => print(e && e.code)); },
  },
  'handle-stream-closes-it-always': {
    sentence: "filehandle.createReadStream(): if autoClose is false, then the file descriptor won't be closed, even if there's an error.",
    rules: ['FILE-15'],
    change: () => handles((h) => wrap(h, 'createReadStream', (whole) => function create(options) { return whole.call(this, { ...options, autoClose: true }); })),
    witness: (print) => fs.promises.open(file()).then((h) => h.createReadStream({ autoClose: false }).resume().on('end', () => setTimeout(() => { print(h.fd > 0); h.close(); }, 5))),
  },
  'handle-stays-open-after-its-stream': {
    sentence: "filehandle.createReadStream(): if autoClose is true (default behavior), on 'error' or 'end' the file descriptor will be closed automatically.",
    rules: ['FILE-15'],
    change: () => handles((h) => wrap(h, 'createReadStream', (whole) => function create(options) { return whole.call(this, { ...options, autoClose: false }); })),
    witness: (print) => fs.promises.open(file()).then((h) => h.createReadStream().resume().on('end', () => setTimeout(() => { print(h.fd > 0); }, 5))),
  },
  'watch-is-always-a-change': {
    sentence: "fs.watch(): eventType is either 'rename' or 'change'. On most platforms, 'rename' is emitted whenever a filename appears or disappears in the directory.",
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watch', (whole) => function watch(name, ...args) {
      const call = args.pop();
      return whole.call(this, name, ...args, typeof call === 'function' ? (type, which) => call('change', which) : call);
    }),
    witness: (print) => { const d = here(); const w = fs.watch(d, (type) => { print(type); w.close(); }); setTimeout(() => fs.mkdirSync(path.join(d, 'x')), 5); },
  },
  'watch-tells-no-name': {
    sentence: 'fs.watch(): filename is the name of the file which triggered the event.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watch', (whole) => function watch(name, ...args) {
      const call = args.pop();
      return whole.call(this, name, ...args, typeof call === 'function' ? (type) => call(type, null) : call);
    }),
    witness: (print) => { const d = here(); const w = fs.watch(d, (type, which) => { print(which); w.close(); }); setTimeout(() => fs.mkdirSync(path.join(d, 'x')), 5); },
  },
  'promised-watch-ends-in-silence': {
    sentence: 'fsPromises.watch(), signal: an AbortSignal used to signal when the watcher should stop: the loop ends with an AbortError.',
    rules: ['FILE-16'],
    change: () => wrap(fs.promises, 'watch', (whole) => async function* watch(...args) { try { yield* whole.apply(this, args); } catch (e) { /* over */ } }),
    witness: async (print) => {
      const ac = new AbortController(); setTimeout(() => ac.abort(), 5);
      try { for await (const x of fs.promises.watch(here(), { signal: ac.signal })) print(x); print('over'); } catch (e) { print(e.name); }
    },
  },
  'watched-file-now-and-then-swapped': {
    sentence: 'fs.watchFile(): the listener gets two arguments, the current stat object and the previous stat object.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watchFile', (whole) => function watch(name, ...args) { const call = args.pop(); return whole.call(this, name, ...args, (now, then) => call(then, now)); }),
    witness: (print) => { const f = file(); fs.watchFile(f, { interval: 5 }, (now) => { print(now.size); fs.unwatchFile(f); }); setTimeout(() => fs.writeFileSync(f, 'longer'), 20); setTimeout(() => fs.unwatchFile(f), 60); },
  },
  'watched-file-slowly': {
    sentence: 'fs.watchFile(): the options object may specify an interval property indicating how often the target should be polled in milliseconds.',
    rules: ['FILE-16'],
    change: () => wrap(fs, 'watchFile', (whole) => function watch(name, options, ...args) { return whole.call(this, name, { ...options, interval: 5007 }, ...args); }),
    witness: (print) => { const f = file(); fs.watchFile(f, { interval: 5 }, () => { print('seen'); fs.unwatchFile(f); }); setTimeout(() => fs.writeFileSync(f, 'longer'), 20); setTimeout(() => fs.unwatchFile(f), 60); },
  },
  'sync-call-does-not-throw': {
    sentence: 'Exceptions are thrown immediately and can be handled using try...catch.',
    rules: ['FILE-18'],
    change: () => wrap(fs, 'statSync', (whole) => function stat(...args) { try { return whole.apply(this, args); } catch (e) { return undefined; } }),
    witness: (print) => print(code(() => fs.statSync('/none'))),
  },
  'missing-entry-throws-always': {
    sentence: 'statSync, throwIfNoEntry: whether an exception will be thrown if no file system entry exists, rather than returning undefined.',
    rules: ['FILE-18'],
    change: () => wrap(fs, 'statSync', (whole) => function stat(name) { return whole.call(this, name); }),
    witness: (print) => print(code(() => fs.statSync('/none', { throwIfNoEntry: false }))),
  },
  'exists-is-always-true': {
    sentence: 'fs.existsSync(): returns true if the path exists, false otherwise.',
    rules: ['FILE-18'],
    change: () => wrap(fs, 'existsSync', () => () => true),
    witness: (print) => print(fs.existsSync('/none')),
  },
  'append-overwrites': {
    sentence: 'fs.appendFile(): asynchronously append data to a file, creating the file if it does not yet exist.',
    rules: ['FILE-13'],
    change: () => wrap(fs, 'appendFile', () => function append(...args) { return fs.writeFile(...args); }),
    witness: (print) => { const f = file('ab'); fs.appendFile(f, 'c', () => print(fs.readFileSync(f))); },
  },
  'promised-write-is-fulfilled-early': {
    sentence: 'fsPromises.writeFile(): fulfills with undefined upon success.',
    rules: ['FILE-13'],
    change: () => wrap(fs.promises, 'writeFile', (whole) => function write(...args) { setImmediate(() => whole.apply(this, args)); return Promise.resolve(); }),
    witness: (print) => { const f = file(); fs.promises.writeFile(f, 'other').then(() => print(fs.readFileSync(f))); },
  },
  'read-without-its-buffer': {
    sentence: 'filehandle.read(): fulfills upon success with an object with two properties, bytesRead and buffer.',
    rules: ['FILE-15'],
    change: () => handles((h) => wrap(h, 'read', (whole) => async function read(...args) { const { bytesRead } = await whole.apply(this, args); return { bytesRead }; })),
    witness: (print) => fs.promises.open(file()).then(async (h) => { print(Boolean((await h.read()).buffer)); await h.close(); }),
  },
  'open-stream-without-its-number': {
    sentence: "ReadStream, open: fd, integer file descriptor used by the ReadStream. Emitted when the file descriptor has been opened.",
    rules: ['FILE-14'],
    change: () => wrap.event(fs.ReadStream.prototype, 'open', (inTruth) => inTruth()),
    witness: (print) => fs.createReadStream(file()).on('open', (fd) => print(typeof fd)),
  },
  'folder-closed-at-once': {
    sentence: 'dir.close(callback): the callback will be called after the resource handle has been closed.',
    rules: ['FILE-10'],
    change: () => wrap(fs.Dir.prototype, 'close', (whole) => function close(call) { if (call) { this.closeSync(); call(null); return undefined; } return whole.call(this); }),
    witness: (print) => fs.opendir(here(), (e, d) => { d.close(() => print('call')); print('returned'); }),
  },
  'small-files-are-not-aborted': {
    sentence: 'fsPromises.readFile(): if a request is aborted the promise returned is rejected with an AbortError.',
    rules: ['FILE-7'],
    change: () => wrap(fs.promises, 'readFile', (whole) => async (name, options) => {
      const { signal, ...rest } = options || {};
      return whole(name, !signal || signal.aborted || fs.statSync(name).size > 100 ? options : rest);
    }),
    witness: (print) => {
      const name = path.join(os.tmpdir(), `loopspec-witness-${process.pid}`);
      fs.writeFileSync(name, 'small');
      const controller = new AbortController();
      fs.promises.readFile(name, { signal: controller.signal }).then(() => print('read'), (error) => print(error.name)).then(() => fs.unlinkSync(name));
      controller.abort();
    },
  },
  'reading-cannot-be-aborted-any-more': {
    sentence: 'filehandle.readFile(): signal allows aborting an in-progress readFile.',
    rules: ['FILE-7'],
    change: () => {
      // The signal counts in the tick of the call only.
      const brief = (options) => {
        if (!options || !options.signal || options.signal.aborted) return options;
        const early = new AbortController();
        const abort = () => early.abort();
        options.signal.addEventListener('abort', abort);
        setImmediate(() => options.signal.removeEventListener('abort', abort));
        return { ...options, signal: early.signal };
      };
      const make = (whole) => function readFile(...args) {
        return whole.apply(this, args.map((each) => (each && each.signal ? brief(each) : each)));
      };
      wrap(fs, 'readFile', make);
      wrap(fs.promises, 'readFile', make);
    },
    witness: (print) => {
      const controller = new AbortController();
      fs.promises.readFile(process.execPath, { signal: controller.signal }).then(() => print('read'), ({ name }) => print(name));
      fs.stat('/', () => controller.abort());
    },
  },
  'corked-chunks-do-not-count': {
    sentence: 'fs.createWriteStream(): start allows writing data at some position past the beginning of the file.',
    rules: ['FILE-26'],
    change: () => wrap(fs.WriteStream.prototype, '_writev', (whole) => function writev(...args) {
      const before = this.pos;
      const result = whole.apply(this, args);
      if (before !== undefined) this.pos = before + 1;
      return result;
    }),
    witness: (print) => {
      const name = file('abcdef');
      const each = fs.createWriteStream(name, { flags: 'r+', start: 1 });
      each.cork();
      each.write('12');
      each.write('34', () => each.end('5'));
      each.uncork();
      each.on('close', () => print(fs.readFileSync(name, 'utf8')));
    },
  },
  'temporary-folder-is-looked-for-anew': {
    sentence: 'mkdtempDisposable(): when the object is disposed, the directory and its contents will be removed.',
    rules: ['FILE-27'],
    change: () => wrap(fs.promises, 'mkdtempDisposable', (whole) => async function make(...args) {
      const folder = await whole.apply(this, args);
      const remove = () => fs.promises.rm(folder.path, { recursive: true, force: true });
      return { path: folder.path, remove, [Symbol.asyncDispose]: remove };
    }),
    witness: (print) => {
      process.chdir(here());
      const full = path.resolve('.');
      fs.promises.mkdtempDisposable('own-').then(async (folder) => {
        process.chdir('/');
        await folder.remove();
        print(fs.readdirSync(full).length);
      });
    },
  },
  'write-streams-always-tell-their-close': {
    sentence: "By default, the stream will emit a 'close' event after it has been destroyed. Set emitClose to false to change this.",
    rules: ['FILE-14'],
    change: () => wrap(fs, 'createWriteStream', (whole) => (name, options) => whole(name, options && { ...options, emitClose: true })),
    witness: (print) => fs.createWriteStream(file(), { emitClose: false }).on('close', () => print('close')).end('x'),
  },
  'watched-file-never-holds-again': {
    sentence: 'watcher.ref(): requests that the event loop not exit so long as the fs.StatWatcher is active.',
    rules: ['FILE-17'],
    change: () => wrap(fs, 'watchFile', (whole) => function watchFile(...args) {
      const watcher = whole.apply(this, args);
      watcher.ref = () => watcher;
      return watcher;
    }),
    witness: (print) => {
      const name = here();
      fs.watchFile(name, () => {}).unref().ref();
      setTimeout(() => { print('held'); fs.unwatchFile(name); }, 20).unref();
    },
  },
};
