// worker-threads-options.js - the page on worker threads, broken option by option, and in messages that cannot be read.
'use strict';

const threads = require('worker_threads');
const program = require('./program.js');
const wrap = require('./wrap.js');

const { MessagePort, Worker } = threads;

const changeOptions = (change) => () => {
  const value = class extends Worker {
    constructor(file, options = {}) {
      const changed = { ...options };
      super(change(changed, file) || file, changed);
    }
  };
  Object.defineProperty(threads, 'Worker', { value, configurable: true, writable: true });
};
const option = (sentence, change) =>
  ({ sentence, rules: ['WORKER-44'], change, witness: program('workers/as-each-option-says') });
const message = (sentence, change) =>
  ({ sentence, rules: ['WORKER-45'], change, witness: program('messages/what-a-thread-cannot-read') });

module.exports = {
  'variables-are-added': option('env: if set, specifies the initial value of process.env inside the Worker thread.',
    changeOptions((options) => { if (options.env && typeof options.env === 'object') options.env = { ...process.env, ...options.env }; })),
  'data-is-copied': option('transferList: after transferring, they are not usable on the sending side.',
    changeOptions((options) => { if (options.transferList) options.transferList = options.transferList.filter((each) => !(each instanceof ArrayBuffer)); })),
  'name-is-cut': option('name: an optional name to be replaced in the thread name.',
    changeOptions((options) => { if (options.name) options.name = options.name.slice(0, 15); })),
  'file-without-a-dot': option('filename: an absolute path or a relative path starting with ./ or ../, or an URL.',
    changeOptions(({ eval: isCode }, file) => (!isCode && typeof file === 'string' && /^\w/.test(file) ? `./${file}` : file))),
  'message-with-an-argument': option('Listeners on this event receive a clone of the value parameter and no further arguments.',
    () => wrap.event(Worker.prototype, 'message', (emit, [value]) => emit(value, []))),
  'message-error-is-empty': message("The 'messageerror' event is emitted when deserializing a message failed: error: an Error object.",
    () => wrap.event(Worker.prototype, 'messageerror', (emit) => emit())),
  'message-error-comes-twice': message("The 'messageerror' event is emitted when deserializing a message failed.",
    () => wrap.event(Worker.prototype, 'messageerror', (emit, args) => { emit(...args); return emit(...args); })),
  'listener-is-a-reference': {
    sentence: 'port.hasRef(): if true, the MessagePort object will keep the Node.js event loop active.',
    rules: ['WORKER-25'],
    change: () => wrap(MessagePort.prototype, 'hasRef', (whole) => function hasRef() {
      return whole.call(this) || this.listenerCount('message') > 0;
    }),
    witness: program('messages/references-of-a-port'),
  },
  'time-of-a-message-is-longer': {
    sentence: 'postMessageToThread(): timeout: time to wait for the message to be delivered in milliseconds.',
    rules: ['WORKER-28'],
    change: () => wrap(threads, 'postMessageToThread', (whole) => (id, value, list, timeout) =>
      (typeof timeout === 'number' ? whole(id, value, list, timeout * 3) : whole(id, value, list, timeout))),
    witness: program('workers/timed-message-to-a-thread'),
  },
  'unref-before-online-is-lost': {
    sentence: 'Calling unref() on a worker allows the thread to exit if this is the only active handle in the event system.',
    rules: ['WORKER-5'],
    change: () => {
      const online = new WeakSet();
      wrap.event(Worker.prototype, 'online', function emit(inTruth) {
        online.add(this);
        return inTruth();
      });
      wrap(Worker.prototype, 'unref', (whole) => function unref() { return online.has(this) ? whole.call(this) : undefined; });
    },
    witness: (print) => {
      const worker = new threads.Worker('setTimeout(() => {}, 5000);', { eval: true });
      worker.on('exit', () => print('exit'));
      worker.unref();
    },
  },
  'utilization-without-earlier-ones': {
    sentence: 'performance.eventLoopUtilization([utilization1[, utilization2]]): the values of the worker instance are returned.',
    rules: ['WORKER-21'],
    change: () => {
      const value = class extends Worker {
        constructor(...args) {
          super(...args);
          const whole = this.performance.eventLoopUtilization;
          this.performance.eventLoopUtilization = () => whole();
        }
      };
      Object.defineProperty(threads, 'Worker', { value, configurable: true, writable: true });
    },
    witness: program('workers/utilization'),
  },
  'error-nobody-listens-to-is-lost': {
    sentence: "The 'error' event is emitted if the worker thread throws an uncaught exception.",
    rules: ['WORKER-27'],
    change: () => wrap.event(Worker.prototype, 'error', function emit(inTruth, args) {
      return this.listenerCount('error') > 0 && inTruth(...args);
    }),
    witness: program('workers/errors-of-any-kind'),
  },
};
