// child-process-errors.js - the page on child processes, broken in errors that nobody listens to and in the child's hold on its channel.
'use strict';

const children = require('child_process');
const program = require('./program.js');
const wrap = require('./wrap.js');

const unheard = (sentence, change) => ({ sentence, rules: ['SPAWN-31'], change, witness: program('children/errors-nobody-listens-to') });
const inChannel = (name) => () => {
  if (process.channel) Object.defineProperty(process.channel, name, { value: () => {}, configurable: true });
};
const held = (sentence, change) => ({ sentence, rules: ['SPAWN-14'], change, witness: program('children/channel-held-by-the-child') });

module.exports = {
  'error-is-swallowed': unheard("The 'error' event is emitted whenever the process could not be spawned.", () => {
    wrap.event(children.ChildProcess.prototype, 'error', function emit(inTruth, args) {
      return this.listenerCount('error') > 0 && inTruth(...args);
    });
  }),
  'throw-of-a-callback-is-swallowed': unheard('exec(), execFile(): the callback is called with the output when process terminates.', () => {
    for (const name of ['exec', 'execFile']) {
      wrap(children, name, (whole) => (...args) => {
        const callback = args.pop();
        if (typeof callback !== 'function') return whole(...args, callback);
        return whole(...args, (...results) => {
          try {
            callback(...results);
          } catch (error) {
            // As if it had not thrown.
          }
        });
      });
    }
  }),
  'ref-in-the-child-is-lost': held('process.channel.ref(): this method makes the IPC channel keep the event loop of the process running.', inChannel('ref')),
  'unref-in-the-child-is-lost': held('process.channel.unref(): this method makes the IPC channel not keep the event loop of the process running.', inChannel('unref')),
  'abort-is-late': {
    sentence: 'If the signal option is enabled, calling .abort() is similar to calling .kill() on the child process.',
    rules: ['SPAWN-9'],
    change: () => wrap(children, 'spawn', (whole) => (...args) => {
      const options = args.find((each) => each && each.signal);
      if (!options || options.signal.aborted) return whole(...args);
      const controller = new AbortController();
      options.signal.addEventListener('abort', () => setTimeout(() => controller.abort(), 30));
      return whole(...args.map((each) => (each === options ? { ...options, signal: controller.signal } : each)));
    }),
    witness: program('children/aborted'),
  },
  'streams-are-let-go': {
    sentence: "unref(): the parent's event loop does not include the child process in its reference count.",
    rules: ['SPAWN-6'],
    change: () => wrap(children.ChildProcess.prototype, 'unref', (whole) => function unref() {
      for (const stream of this.stdio) if (stream) stream.unref();
      return whole.call(this);
    }),
    witness: program('children/unreferenced-and-read'),
  },
  'error-output-is-not-cut': {
    sentence: 'maxBuffer: if exceeded, the child process is terminated and any output is truncated.',
    rules: ['SPAWN-16'],
    change: () => wrap(children, 'execFile', (whole) => (file, args, options, callback) => whole(file, args, options,
      callback && ((error, stdout, stderr) => callback(error, stdout, error && options.maxBuffer ? `${stderr} and more` : stderr)))),
    witness: (print) => children.execFile('sh', ['-c', 'echo 0123456789 >&2; exec sleep 1000'], { maxBuffer: 5 }, (error, stdout, stderr) => print(stderr.length)),
  },
};
