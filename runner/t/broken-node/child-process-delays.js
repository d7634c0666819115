// child-process-delays.js - the page on child processes, broken by delays.
'use strict';

const childProcess = require('child_process');
const program = require('./program.js');
const wrap = require('./wrap.js');

const later = (emit, args) => { setTimeout(emit, 30, ...args); return true; };

module.exports = {
  'close-is-late': {
    sentence: "The 'close' event is emitted after a process has ended and the stdio streams of a child process have been closed.",
    rules: ['SPAWN-5'],
    change: () => wrap.event(childProcess.ChildProcess.prototype, 'close', later),
    witness: program('children/without-delay'),
  },
  'callback-is-late': {
    sentence: 'execFile(): callback called with the output when process terminates.',
    rules: ['SPAWN-7'],
    change: () => wrap(childProcess, 'execFile', (whole) => (...args) => {
      const callback = args.pop();
      if (typeof callback !== 'function') return whole(...args, callback);
      return whole(...args, (...results) => setTimeout(callback, 30, ...results));
    }),
    witness: program('children/without-delay'),
  },
  'timeout-takes-three-times-as-long': {
    sentence: 'timeout: in milliseconds the maximum amount of time the process is allowed to run.',
    rules: ['SPAWN-8', 'SPAWN-15'],
    change: () => ['exec', 'execFile', 'spawn'].forEach((name) => wrap(childProcess, name, (whole) => (...args) => whole(
      ...args.map((each) => (each && each.timeout ? { ...each, timeout: 3 * each.timeout } : each)),
    ))),
    witness: program('children/killed-in-time'),
  },
  'messages-after-the-disconnect': {
    sentence: "In the child the 'message' event is emitted when it receives a message; 'disconnect' once no further messages can come.",
    rules: ['SPAWN-11'],
    change: () => { if (process.channel) wrap.event(process, 'message', later); },
    witness: program('children/messages-before-disconnect'),
  },
};
