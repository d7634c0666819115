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
  'nothing-is-flushed': {
    sentence: 'flush: if true, the underlying file descriptor is flushed prior to closing it.',
    rules: ['FILE-22'],
    change: () => ['createWriteStream', 'writeFile'].forEach((name) => wrap(fs, name, (whole) => (...args) => whole.apply(fs, withoutFlush(args)))),
    witness: program('files/flushed-before-it-is-closed'),
  },
};
