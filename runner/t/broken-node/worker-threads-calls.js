// worker-threads-calls.js - the page on worker threads, broken call by call.
'use strict';

const threads = require('worker_threads');
const wrap = require('./wrap.js');

const { Worker, isMainThread } = threads;

const set = (object, name, value) =>
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
const changeCall = (name, make) => wrap(threads, name, make);
const changePorts = (change) => {
  const Whole = threads.MessageChannel;
  set(threads, 'MessageChannel', function MessageChannel() {
    const channel = new Whole();
    change(channel.port1, channel.port2);
    change(channel.port2, channel.port1);
    return channel;
  });
};
const changeOptions = (change) => {
  const Whole = Worker;
  set(threads, 'Worker', class extends Whole {
    constructor(file, options = {}) { super(file, change(options)); }
  });
};
const inWorkers = (change) => () => { if (!isMainThread) change(); };

// The witnesses: what a worker says of itself, what is asked of it from outside, and what becomes of messages.
const inside = (expression, options = {}) => (print) => {
  const ask = `let answer; try { answer = ${expression}; } catch (error) { answer = error.code; }`;
  const worker = new threads.Worker(`const threads = require('worker_threads'); ${ask}
    threads.parentPort.postMessage(JSON.stringify(answer));`, { eval: true, ...options });
  worker.on('message', (text) => print('inside', text));
  return worker;
};
const outside = (ask) => (print) => {
  const worker = new threads.Worker('', { eval: true, name: 'fred' });
  worker.on('exit', () => Promise.resolve(ask(worker)).then((value) => print(value), ({ code }) => print(code)));
  worker.on('online', () => print(ask(worker)));
};
const attempt = (act) => (print) => {
  try {
    print(JSON.stringify(act()));
  } catch ({ name }) {
    print(name);
  }
};
const locked = (options) => (print) => threads.locks.request('name', options, ({ mode }) => {
  print(mode);
  return 5;
}).then(print);

module.exports = {
  'name-after-the-end': {
    sentence: 'A string identifier for the referenced thread or null if the thread is not running.',
    rules: ['WORKER-37'],
    change: () => wrap.property(Worker.prototype, 'threadName', (name) => name || 'WorkerThread'),
    witness: outside((worker) => worker.threadName),
  },
  'limits-after-the-end': {
    sentence: 'If the worker has stopped, the return value is an empty object.',
    rules: ['WORKER-37'],
    change: () => wrap.property(Worker.prototype, 'resourceLimits', (limits) => ({ stackSizeMb: 4, ...limits })),
    witness: outside((worker) => Object.keys(worker.resourceLimits).length),
  },
  'usage-after-the-end': {
    sentence: 'Or reject with an ERR_WORKER_NOT_RUNNING error if the worker is no longer running.',
    rules: ['WORKER-37'],
    change: () => wrap(Worker.prototype, 'cpuUsage', (whole) => function cpuUsage(...args) {
      return whole.apply(this, args).catch(() => ({ user: 0, system: 0 }));
    }),
    witness: outside((worker) => worker.cpuUsage().then(({ user }) => user)),
  },
  'statistics-after-the-end': {
    sentence: 'Or reject with an ERR_WORKER_NOT_RUNNING error if the worker is no longer running.',
    rules: ['WORKER-37'],
    change: () => wrap(Worker.prototype, 'getHeapStatistics', (whole) => function getHeapStatistics(...args) {
      return whole.apply(this, args).catch(() => ({}));
    }),
    witness: outside((worker) => worker.getHeapStatistics().then(() => 'statistics')),
  },
  'exit-comes-twice': {
    sentence: 'This is the final event emitted by any Worker instance.',
    rules: ['WORKER-37'],
    change: () => wrap.event(Worker.prototype, 'exit', (inTruth, args) => {
      inTruth(...args);
      return inTruth(...args);
    }),
    witness: (print) => {
      const worker = new threads.Worker('', { eval: true });
      worker.on('exit', () => print('exit'));
    },
  },
  'limits-of-the-main-thread': {
    sentence: 'If this is used in the main thread, its value is an empty object.',
    rules: ['WORKER-36'],
    change: () => { if (isMainThread) set(threads, 'resourceLimits', { stackSizeMb: 4 }); },
    witness: (print) => print(Object.keys(threads.resourceLimits).length),
  },
  'other-limits-inside': {
    sentence: 'If the resourceLimits option was passed to the Worker constructor, this matches its values.',
    rules: ['WORKER-36'],
    change: inWorkers(() => set(threads, 'resourceLimits', { ...threads.resourceLimits, stackSizeMb: 4 })),
    witness: inside('threads.resourceLimits.stackSizeMb', { resourceLimits: { stackSizeMb: 2 } }),
  },
  'variables-are-not-shared': {
    sentence: 'The current thread and the Worker thread should share read and write access to the same set of environment variables.',
    rules: ['WORKER-36'],
    change: () => changeOptions((options) => options.env === threads.SHARE_ENV ? { ...options, env: undefined } : options),
    witness: (print) => inside('process.env.SET_THERE = "yes"', { env: threads.SHARE_ENV })(print)
      .on('exit', () => print(process.env.SET_THERE)),
  },
  'arguments-come-first': {
    sentence: 'List of arguments which would be stringified and appended to process.argv in the worker.',
    rules: ['WORKER-36'],
    change: inWorkers(() => { if (process.argv.length > 2) process.argv.splice(1, 0, process.argv.pop()); }),
    witness: inside('process.argv.slice(2)', { argv: [1, 2] }),
  },
  'arguments-of-any-type': {
    sentence: 'List of arguments which would be stringified and appended to process.argv in the worker.',
    rules: ['WORKER-36'],
    change: inWorkers(() => { process.argv = process.argv.map((text) => Number(text) || text); }),
    witness: inside('process.argv.slice(2)', { argv: [1, 2] }),
  },
  'options-are-not-told': {
    sentence: 'If set, this is provided as process.execArgv inside the worker.',
    rules: ['WORKER-36'],
    change: inWorkers(() => { process.execArgv = []; }),
    witness: inside('process.execArgv', { execArgv: ['--no-warnings'] }),
  },
  'data-with-a-function-is-dropped': {
    sentence: 'An error is thrown if the object cannot be cloned (e.g. because it contains functions).',
    rules: ['WORKER-36'],
    change: () => changeOptions((options) => options.workerData && options.workerData.act ? { ...options, workerData: null } : options),
    witness: attempt(() => new threads.Worker('', { eval: true, workerData: { act() {} } }).threadId),
  },
  'descriptors-stay-open': {
    sentence: 'Then the Worker tracks raw file descriptors managed through fs.open() and fs.close(), and closes them when the Worker exits. Default: true.',
    rules: ['WORKER-36'],
    change: () => changeOptions((options) => ({ ...options, trackUnmanagedFds: false })),
    witness: (print) => {
      let descriptor;
      inside('require("fs").openSync(process.execPath)')((_, text) => { descriptor = Number(text); }).on('exit', () => {
        attempt(() => require('fs').fstatSync(descriptor).isFile())(print);
      });
    },
  },
  'always-an-input': {
    sentence: 'If stdin: true was passed to the Worker constructor, this is a writable stream.',
    rules: ['WORKER-36'],
    change: () => wrap.property(Worker.prototype, 'stdin', (input) => input || {}),
    witness: attempt(() => new threads.Worker('', { eval: true }).stdin),
  },
  'output-is-not-piped': {
    sentence: "If stdout: true was not passed to the Worker constructor, then data is piped to the parent thread's process.stdout stream.",
    rules: ['WORKER-31'],
    change: () => changeOptions((options) => ({ stdout: true, ...options })),
    witness: () => { new threads.Worker('process.stdout.write("text")', { eval: true }); },
  },
  'a-worker-changes-the-folder': {
    sentence: 'process.chdir() and process methods that set group or user ids are not available.',
    rules: ['WORKER-35'],
    change: inWorkers(() => set(process, 'chdir', () => {})),
    witness: inside('process.chdir("/")'),
  },
  'a-worker-sets-ids': {
    sentence: 'process.chdir() and process methods that set group or user ids are not available.',
    rules: ['WORKER-35'],
    change: inWorkers(() => set(process, 'setgroups', () => {})),
    witness: inside('process.setgroups([])'),
  },
  'a-worker-aborts': {
    sentence: 'process.abort() is not available.',
    rules: ['WORKER-35'],
    change: inWorkers(() => set(process, 'abort', () => {})),
    witness: inside('process.abort()'),
  },
  'environment-data-is-not-deleted': {
    sentence: 'If value is passed as undefined, any previously set value for the key will be deleted.',
    rules: ['WORKER-30'],
    change: () => changeCall('setEnvironmentData', (whole) => (key, value) => { if (value !== undefined) whole(key, value); }),
    witness: attempt(() => {
      threads.setEnvironmentData('key', 1);
      threads.setEnvironmentData('key', undefined);
      return threads.getEnvironmentData('key');
    }),
  },
  'to-a-thread-without-a-limit': {
    sentence: 'If the operation times out, a ERR_WORKER_MESSAGING_TIMEOUT error is thrown.',
    rules: ['WORKER-28'],
    change: () => changeCall('postMessageToThread', (whole) => (id, value, list) => whole(id, value, Array.isArray(list) ? list : undefined)),
    witness: (print) => {
      const worker = new threads.Worker('process.on("workerMessage", () => {}); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)', { eval: true });
      worker.on('online', () => threads.postMessageToThread(worker.threadId, 0, [], 5).catch(({ code }) => print(code)));
    },
  },
  'source-of-a-message': {
    sentence: 'The transmitting worker thread ID or 0 for the main thread.',
    rules: ['WORKER-28'],
    change: () => wrap.event(process, 'workerMessage', (inTruth, [value]) => inTruth(value, 0)),
    witness: (print) => {
      process.once('workerMessage', (value, source) => print(source));
      inside('threads.postMessageToThread(0, 0)')(() => {});
    },
  },
  'mode-of-a-lock': {
    sentence: 'The mode of the lock. Either shared or exclusive.',
    rules: ['WORKER-29'],
    change: () => wrap(threads.locks, 'request', (whole) => function request(name, options, callback) {
      const tell = (act) => (lock) => act(lock && { name: lock.name, mode: 'exclusive' });
      return callback ? whole.call(this, name, options, tell(callback)) : whole.call(this, name, tell(options));
    }),
    witness: locked({ mode: 'shared' }),
  },
  'value-of-a-lock': {
    sentence: 'This implementation matches the browser LockManager API: the promise has the value of the callback.',
    rules: ['WORKER-29'],
    change: () => wrap(threads.locks, 'request', (whole) => function request(...args) {
      return whole.apply(this, args).then(() => undefined);
    }),
    witness: locked({}),
  },
  'received-and-emitted': {
    sentence: "When this function is used, no 'message' event is emitted and the onmessage listener is not invoked.",
    rules: ['WORKER-38'],
    change: () => changeCall('receiveMessageOnPort', (whole) => (port) => {
      const received = whole(port);
      if (received && port.emit) port.emit('message', received.message);
      return received;
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.on('message', (number) => print('message', number));
      port1.postMessage(1);
      print('received', threads.receiveMessageOnPort(port2).message);
      port1.close();
    },
  },
  'more-arguments': {
    sentence: 'Listeners on this event receive a clone of the value parameter as passed to postMessage() and no further arguments.',
    rules: ['WORKER-38'],
    change: () => changePorts((port) => wrap(port, 'on', (whole) => function on(event, listener) {
      return whole.call(this, event, event === 'message' ? (value) => listener.call(this, value, this) : listener);
    })),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.on('message', (...args) => print(args.length));
      port1.postMessage(1);
      port1.close();
    },
  },
  'close-overtakes-messages': {
    sentence: 'Prints: foobar closed!',
    rules: ['WORKER-38'],
    change: () => changePorts((port, other) => wrap(port, 'close', (whole) => function close(...args) {
      threads.MessagePort.prototype.close.call(other);
      return whole.apply(this, args);
    })),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.on('message', print);
      port1.postMessage('foobar');
      port1.close();
    },
  },
  'names-of-any-type': {
    sentence: 'Any JavaScript value that can be converted to a string using `${name}` is permitted.',
    rules: ['WORKER-38'],
    change: () => {
      const Whole = threads.BroadcastChannel;
      set(threads, 'BroadcastChannel', class extends Whole {
        constructor(name) { super(typeof name === 'string' ? name : `${typeof name} ${name}`); }
      });
    },
    witness: (print) => {
      const [one, other] = [new threads.BroadcastChannel(1), new threads.BroadcastChannel('1')];
      one.postMessage(2);
      print(JSON.stringify(threads.receiveMessageOnPort(other)));
      one.close();
      other.close();
    },
  },
  'marks-are-not-told': {
    sentence: 'Check if an object is marked as not transferable with markAsUntransferable().',
    rules: ['WORKER-39'],
    change: () => changeCall('isMarkedAsUntransferable', () => () => false),
    witness: attempt(() => {
      const memory = new ArrayBuffer(1);
      threads.markAsUntransferable(memory);
      return threads.isMarkedAsUntransferable(memory);
    }),
  },
  'uncloneable-is-cloned': {
    sentence: 'Mark an object as not cloneable.',
    rules: ['WORKER-39'],
    change: () => changeCall('markAsUncloneable', () => () => {}),
    witness: attempt(() => {
      const secret = {};
      threads.markAsUncloneable(secret);
      return new threads.MessageChannel().port1.postMessage(secret);
    }),
  },
  'marks-of-primitives-throw': {
    sentence: 'This is a no-op if object is a primitive value.',
    rules: ['WORKER-39'],
    change: () => changeCall('markAsUntransferable', (whole) => (object) => {
      if (Object(object) !== object) throw new TypeError('no object');
      return whole(object);
    }),
    witness: attempt(() => threads.markAsUntransferable(5)),
  },
  'moved-port-is-the-same': {
    sentence: 'The original port object is rendered unusable, and the returned MessagePort instance takes its place.',
    rules: ['WORKER-39'],
    change: () => changeCall('moveMessagePortToContext', () => (port) => port),
    witness: attempt(() => {
      const { port1 } = new threads.MessageChannel();
      return threads.moveMessagePortToContext(port1, require('vm').createContext()) === port1;
    }),
  },
  'transferred-is-copied': {
    sentence: 'After transferring, they are not usable on the sending side of the channel anymore (even if they are not contained in value).',
    rules: ['WORKER-42'],
    change: () => changePorts((port) => wrap(port, 'postMessage', (whole) => function postMessage(value, list) {
      return whole.call(this, value, list && list.filter((item) => !(item instanceof ArrayBuffer)));
    })),
    witness: attempt(() => {
      const memory = new ArrayBuffer(4);
      new threads.MessageChannel().port1.postMessage(0, [memory]);
      return memory.byteLength;
    }),
  },
  'clones-by-json': {
    sentence: 'value may contain circular references; instances of builtin JS types such as RegExps, BigInts, Maps, Sets, etc.',
    rules: ['WORKER-42'],
    change: () => changePorts((port) => wrap(port, 'once', (whole) => function once(event, listener) {
      return whole.call(this, event, (value) => {
        for (const name of Object.keys(value)) if (value[name] instanceof Map) value[name] = {};
        listener(value);
      });
    })),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.once('message', ({ map }) => {
        print(map.size);
        port2.close();
      });
      port1.postMessage({ map: new Map([[1, 2]]) });
    },
  },
  'sender-is-always-the-main-thread': {
    sentence: "process 'workerMessage': a source that is the thread id of the transmitting worker, or 0 for the main thread.",
    rules: ['WORKER-23'],
    change: () => wrap.event(process, 'workerMessage', (emit, [value]) => emit(value, 0)),
    witness: (print) => {
      process.once('workerMessage', (value, source) => print(source));
      new threads.Worker('require("worker_threads").postMessageToThread(0, 1)', { eval: true });
    },
  },
  'each-second-unref-holds': {
    sentence: 'If the worker is already unref()ed calling unref() again has no effect.',
    rules: ['WORKER-25'],
    change: () => {
      const calls = new WeakMap();
      wrap(Worker.prototype, 'unref', (whole) => function unref() {
        calls.set(this, (calls.get(this) || 0) + 1);
        return calls.get(this) % 2 ? whole.call(this) : this.ref();
      });
    },
    witness: (print) => {
      const worker = new Worker('setTimeout(() => {}, 20);', { eval: true });
      worker.unref();
      worker.unref();
      worker.on('exit', () => print('exit'));
    },
  },
  'reference-outlives-the-other-port': {
    sentence: 'port.close(): disables further sending of messages on either side of the connection.',
    rules: ['WORKER-12'],
    change: () => wrap(threads.MessagePort.prototype, 'ref', (whole) => function ref() {
      if (!this.listenerCount('message')) setTimeout(() => {}, 60000);
      return whole.call(this);
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.ref();
      port1.close();
      setTimeout(print, 100, 'late').unref();
    },
  },
  'fresh-ports-say-that-they-hold': {
    sentence: 'port.hasRef(): if true, the MessagePort object will keep the Node.js event loop active.',
    rules: ['WORKER-25'],
    change: () => wrap(threads.MessagePort.prototype, 'hasRef', (whole) => function hasRef() {
      return whole.call(this) || !this.listenerCount('message');
    }),
    witness: (print) => print(new threads.MessageChannel().port1.hasRef()),
  },
};
