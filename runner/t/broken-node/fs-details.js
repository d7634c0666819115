// fs-details.js - the page on the file system, broken in its options.
'use strict';

const fs = require('fs');
const program = require('./program.js');
const wrap = require('./wrap.js');

const withoutFlush = (args) => args.map((each) => (each && each.flush === true ? { ...each, flush: false } : each));

module.exports = {
  'web-stream-leaves-its-handle-open': {
    sentence: 'readableWebStream(): autoClose: when true, causes the FileHandle to be closed when the stream is closed.',
    rules: ['FILE-19'],
    change: () => wrap(fs.promises, 'open', (whole) => async (...args) => {
      const handle = await whole(...args);
      wrap(handle, 'readableWebStream', (make) => (options) => make.call(handle, options && options.autoClose === true ? {} : options));
      return handle;
    }),
    witness: (print) => {
      fs.promises.open(__filename).then(async (handle) => {
        await handle.readableWebStream({ autoClose: true }).cancel();
        print(handle.fd);
      });
    },
  },
  'folder-is-read-from-two-sides': {
    sentence: 'ERR_DIR_CONCURRENT_OPERATION: a synchronous read or close call was attempted on an fs.Dir which has ongoing asynchronous operations.',
    rules: ['FILE-20'],
    change: () => wrap(fs.Dir.prototype, 'readSync', (whole) => function readSync() {
      try { return whole.call(this); } catch (error) {
        if (error.code === 'ERR_DIR_CONCURRENT_OPERATION') return null;
        throw error;
      }
    }),
    witness: program('files/folder-that-is-being-read'),
  },
  'overflow-is-always-ignored': {
    sentence: 'overflow: when there are more events to be queued than maxQueue allows, an exception is thrown if that is asked for.',
    rules: ['FILE-21'],
    change: () => wrap(fs.promises, 'watch', (whole) => (name, options) => whole(name, options && options.overflow === 'error' ? { ...options, overflow: 'ignore' } : options)),
    witness: program('files/watched-with-a-full-queue'),
  },
  'only-the-first-piece-is-written': {
    sentence: 'fsPromises.writeFile(): data can be a string, a buffer, an AsyncIterable, or an Iterable object.',
    rules: ['FILE-23'],
    change: () => wrap(fs.promises, 'writeFile', (whole) => (name, data, ...rest) => whole(name, Array.isArray(data) ? data[0] : data, ...rest)),
    witness: program('files/written-in-pieces'),
  },
  'descriptor-is-closed-after-the-write': {
    sentence: 'writeFile(): if a file descriptor is specified as the file, it will not be closed automatically.',
    rules: ['FILE-24'],
    change: () => wrap(fs, 'writeFile', (whole) => (name, ...args) => {
      const done = args.pop();
      whole.call(fs, name, ...args, (...results) => { if (typeof name === 'number') fs.closeSync(name); done(...results); });
    }),
    witness: program('files/written-in-pieces'),
  },
  'sent-handle-stays-open': {
    sentence: 'transferList: after transferring, objects are not usable on the sending side of the channel anymore.',
    rules: ['FILE-25'],
    change: () => wrap(fs.promises, 'open', (whole) => async (...args) => {
      const handle = await whole(...args);
      const { fd } = handle;
      Object.defineProperty(handle, 'fd', { get: () => fd });
      return handle;
    }),
    witness: program('files/written-in-pieces'),
  },
  'nothing-is-flushed': {
    sentence: 'flush: if true, the underlying file descriptor is flushed prior to closing it.',
    rules: ['FILE-22'],
    change: () => ['createWriteStream', 'writeFile'].forEach((name) => wrap(fs, name, (whole) => (...args) => whole.apply(fs, withoutFlush(args)))),
    witness: program('files/flushed-before-it-is-closed'),
  },
};
