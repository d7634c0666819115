// worker-threads-locks.js - the page on worker threads, broken once more: references, ends, locks, what is inherited.
'use strict';

const threads = require('worker_threads');
const wrap = require('./wrap.js');

const { BroadcastChannel, MessagePort, Worker, isMainThread } = threads;

const changeWorker = (name, make) => wrap(Worker.prototype, name, make);
const changePort = (name, make) => wrap(MessagePort.prototype, name, make);
const changeChannel = (name, make) => wrap(BroadcastChannel.prototype, name, make);
const changeEvent = (name, make) => wrap.event(Worker.prototype, name, make);
const changeToThread = (make) => wrap(threads, 'postMessageToThread', make);
const changeRequest = (make) => wrap(threads.locks, 'request', (whole) => (name, options, act) =>
  make((...args) => whole.apply(threads.locks, args), name, act ? options : {}, act || options));

const start = (print, code, options) => {
  const worker = new Worker(`const threads = require('worker_threads'); const { parentPort } = threads; ${code}`,
    { eval: true, ...options });
  for (const name of ['online', 'message', 'error', 'exit']) {
    worker.on(name, (value) => print(name, value instanceof Error ? value.message : value));
  }
  return worker;
};
const showEnd = (print) => process.on('exit', () => print('exit'));
const channel = (print) => {
  const { port1, port2 } = new threads.MessageChannel();
  const show = (value) => print('message', value);
  port2.on('message', show);
  return [port1, port2, show];
};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

module.exports = {
  'unref-of-a-worker-counts': {
    sentence: 'If the worker is already unref()ed calling unref() again has no effect.',
    rules: ['WORKER-25'],
    change: () => {
      const counts = new WeakMap();
      changeWorker('unref', (whole) => function unref() {
        counts.set(this, (counts.get(this) || 0) + 1);
        return whole.call(this);
      });
      changeWorker('ref', (whole) => function ref() {
        counts.set(this, (counts.get(this) || 0) - 1);
        return counts.get(this) > 0 ? undefined : whole.call(this);
      });
    },
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 20)');
      worker.unref();
      worker.unref();
      worker.ref();
      showEnd(print);
    },
  },
  'ref-of-a-worker-counts': {
    sentence: 'If the worker is ref()ed, calling ref() again has no effect.',
    rules: ['WORKER-25'],
    change: () => {
      const counts = new WeakMap();
      changeWorker('ref', (whole) => function ref() {
        counts.set(this, (counts.get(this) || 0) + 1);
        return whole.call(this);
      });
      changeWorker('unref', (whole) => function unref() {
        counts.set(this, (counts.get(this) || 0) - 1);
        return counts.get(this) >= 0 ? undefined : whole.call(this);
      });
    },
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 20)');
      worker.ref();
      worker.unref();
      showEnd(print);
    },
  },
  'port-cannot-be-referenced-again': {
    sentence: "Calling ref() on a previously unref()ed port does not let the program exit if it's the only active handle left.",
    rules: ['WORKER-25'],
    change: () => {
      const left = new WeakSet();
      changePort('ref', (whole) => function ref() { if (!left.has(this)) whole.call(this); });
      changePort('unref', (whole) => function unref() {
        if (this.hasRef()) left.add(this);
        whole.call(this);
      });
    },
    witness: (print) => {
      const [port1, port2] = channel(print);
      port2.unref();
      port2.ref();
      setTimeout(() => { print('held'); port1.close(); }, 10).unref();
      showEnd(print);
    },
  },
  'port-without-its-listener-holds': {
    sentence: "If listeners are attached or removed using .on('message'), the port is ref()ed and unref()ed automatically.",
    rules: ['WORKER-25'],
    change: () => ['off', 'removeListener'].forEach((method) => changePort(method, (whole) => function off(...args) {
      whole.apply(this, args);
      this.ref();
      return this;
    })),
    witness: (print) => {
      const [, port2, show] = channel(print);
      port2.off('message', show);
      setTimeout(() => { print('late'); port2.close(); }, 50).unref();
      showEnd(print);
    },
  },
  'channel-cannot-be-referenced-again': {
    sentence: "Calling ref() on a previously unref()ed BroadcastChannel does not let the program exit if it's the only active handle left.",
    rules: ['WORKER-25'],
    change: () => changeChannel('ref', () => function ref() { return this; }),
    witness: (print) => {
      const each = new BroadcastChannel('a');
      each.onmessage = () => {};
      each.unref();
      each.ref();
      setTimeout(() => { print('held'); each.close(); }, 10).unref();
    },
  },
  'closed-channel-holds': {
    sentence: 'broadcastChannel.close(): closes the BroadcastChannel connection.',
    rules: ['WORKER-18', 'WORKER-25'],
    change: () => changeChannel('close', (whole) => function close() { setTimeout(() => whole.call(this), 1000); }),
    witness: (print) => {
      const [first, second] = [new BroadcastChannel('a'), new BroadcastChannel('a')];
      second.onmessage = () => print('message');
      second.close();
      first.postMessage(1);
      setTimeout(() => first.close(), 20);
    },
  },
  'port-closes-within-the-call': {
    sentence: "The 'close' event is emitted once either side of the channel has been disconnected.",
    rules: ['WORKER-12'],
    change: () => changePort('close', (whole) => function close(...args) {
      this.emit('close');
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const [port1] = channel(print);
      port1.once('close', () => print('close'));
      port1.close();
      print('called');
    },
  },
  'pending-messages-are-lost-by-a-close': {
    sentence: 'port.close(): disables further sending of messages on either side of the connection.',
    rules: ['WORKER-11'],
    change: () => changePort('postMessage', (whole) => function postMessage(...args) {
      setTimeout(() => whole.apply(this, args), 1);
    }),
    witness: (print) => {
      const [port1] = channel(print);
      port1.postMessage(1);
      port1.close();
    },
  },
  'terminate-after-the-end-waits': {
    sentence: "worker.terminate(): returns a Promise for the exit code that is fulfilled when the 'exit' event is emitted.",
    rules: ['WORKER-26'],
    change: () => changeWorker('terminate', (whole) => function terminate() {
      return this.threadId === -1 ? new Promise(() => {}) : whole.call(this);
    }),
    witness: (print) => {
      const worker = start(print, '');
      worker.on('exit', () => worker.terminate().then(() => print('terminated')));
    },
  },
  'terminated-listeners-run': {
    sentence: 'Stop all JavaScript execution in the worker thread as soon as possible.',
    rules: ['WORKER-4'],
    change: () => changeWorker('terminate', (whole) => function terminate() {
      return wait(30).then(() => whole.call(this));
    }),
    witness: (print) => {
      const worker = start(print, 'setInterval(() => parentPort.postMessage(1), 5)');
      worker.once('online', () => worker.terminate());
    },
  },
  'thrown-value-is-wrapped': {
    sentence: "The 'error' event is emitted if the worker thread throws an uncaught exception. err: any.",
    rules: ['WORKER-27'],
    change: () => changeEvent('error', (emit, [error]) => emit(error instanceof Error ? error : new Error('?'))),
    witness: (print) => start(print, 'throw 5'),
  },
  'rejection-of-a-worker-is-ignored': {
    sentence: "The 'error' event is emitted if the worker thread throws an uncaught exception: a rejection that nobody handles is one.",
    rules: ['WORKER-27'],
    change: () => { if (!isMainThread) process.on('unhandledRejection', () => {}); },
    witness: (print) => start(print, "Promise.reject(new Error('rejected'))"),
  },
  'worker-handles-no-exception': {
    sentence: 'A worker has its own uncaughtException: an exception that it handles does not end it.',
    rules: ['WORKER-27'],
    change: () => {
      if (!isMainThread) wrap(process, 'on', (whole) => function on(name, ...rest) {
        return name === 'uncaughtException' ? this : whole.call(this, name, ...rest);
      });
    },
    witness: (print) => start(print, "process.on('uncaughtException', () => parentPort.postMessage('caught')); throw new Error('thrown')"),
  },
  'exit-listeners-of-a-worker-are-skipped': {
    sentence: 'process.exit() in a worker ends the thread: its exit listeners are called.',
    rules: ['WORKER-9'],
    change: () => {
      if (!isMainThread) wrap(process, 'exit', (whole) => function exit(code) {
        this.removeAllListeners('exit');
        return whole.call(this, code);
      });
    },
    witness: (print) => start(print, "process.on('exit', () => parentPort.postMessage('exit')); process.exit(1)"),
  },
  'message-comes-twice': {
    sentence: "The 'message' event is emitted for any incoming message.",
    rules: ['WORKER-1'],
    change: () => wrap(MessagePort.prototype, 'postMessage', (whole) => function postMessage(...args) {
      whole.apply(this, args);
      if (typeof args[0] === 'number') whole.apply(this, args);
    }),
    witness: (print) => { const [port1] = channel(print); port1.postMessage(1); setTimeout(() => port1.close(), 5); },
  },
  'environment-data-is-shared': {
    sentence: 'worker_threads.setEnvironmentData(key, value): a clone is passed automatically to all new Workers.',
    rules: ['WORKER-30'],
    change: () => wrap(threads, 'setEnvironmentData', () => () => {}),
    witness: (print) => {
      threads.setEnvironmentData('a', 1);
      start(print, "parentPort.postMessage(threads.getEnvironmentData('a'))");
    },
  },
  'environment-of-a-worker-is-shared': {
    sentence: "process.env is a copy of the parent thread's environment variables, changes are not visible in other threads.",
    rules: ['WORKER-30'],
    change: () => {
      threads.Worker = class extends Worker {
        constructor(file, options) { super(file, { env: threads.SHARE_ENV, ...options }); }
      };
    },
    witness: (print) => {
      new threads.Worker('process.env.LOOPSPEC_X = "set"', { eval: true })
        .on('exit', () => print(process.env.LOOPSPEC_X));
    },
  },
  'snapshot-of-an-ended-worker-waits': {
    sentence: 'If the Worker thread is no longer running, the returned Promise is rejected immediately with ERR_WORKER_NOT_RUNNING.',
    rules: ['WORKER-26'],
    change: () => changeWorker('getHeapSnapshot', (whole) => function getHeapSnapshot(...args) {
      return this.threadId === -1 ? new Promise(() => {}) : whole.apply(this, args);
    }),
    witness: (print) => {
      const worker = start(print, '');
      worker.on('exit', () => worker.getHeapSnapshot().catch(({ code }) => print(code)));
    },
  },
  'error-of-a-message-to-a-thread-is-lost': {
    sentence: 'If the target thread threw an error while processing the workerMessage event, then the operation will throw a ERR_WORKER_MESSAGING_ERRORED error.',
    rules: ['WORKER-28'],
    change: () => changeToThread((whole) => (...args) => whole(...args).catch((error) => {
      if (error.code !== 'ERR_WORKER_MESSAGING_ERRORED') throw error;
    })),
    witness: (print) => {
      const worker = start(print, 'process.on("workerMessage", () => { throw new Error("x"); }); parentPort.postMessage(1); setTimeout(() => {}, 50)');
      worker.once('message', () => threads.postMessageToThread(worker.threadId, 1)
        .then(() => print('fulfilled'), ({ code }) => print(code)));
    },
  },
  'message-to-oneself-is-sent': {
    sentence: 'If the threadId is the current thread ID, ERR_WORKER_MESSAGING_SAME_THREAD is thrown.',
    rules: ['WORKER-28'],
    change: () => changeToThread((whole) => (id, ...rest) => (id === threads.threadId ? Promise.resolve() : whole(id, ...rest))),
    witness: (print) => threads.postMessageToThread(threads.threadId, 1)
      .then(() => print('fulfilled'), ({ code }) => print(code)),
  },
  'shared-locks-exclude': {
    sentence: "locks.request(): mode: either 'exclusive' or 'shared'.",
    rules: ['WORKER-29'],
    change: () => changeRequest((whole, name, options, act) => whole(name, { ...options, mode: 'exclusive' }, act)),
    witness: (print) => {
      threads.locks.request('x', { mode: 'shared' }, () => wait(20));
      threads.locks.request('x', { mode: 'shared' }, () => print('second'));
      setTimeout(() => print('timeout'), 10);
    },
  },
  'locks-are-not-stolen': {
    sentence: 'steal: if true, any existing locks with the same name are released and the request is granted immediately, pre-empting any queued requests.',
    rules: ['WORKER-29'],
    change: () => changeRequest((whole, name, options, act) => whole(name, { ...options, steal: false }, act)),
    witness: (print) => {
      threads.locks.request('x', () => wait(20)).catch(() => print('stolen'));
      setTimeout(() => threads.locks.request('x', { steal: true }, () => print('granted')), 5);
      setTimeout(() => print('timeout'), 10);
    },
  },
  'request-for-a-lock-ignores-its-signal': {
    sentence: 'signal: can be used to abort a pending (but not yet granted) lock request.',
    rules: ['WORKER-29'],
    change: () => changeRequest((whole, name, options, act) => whole(name, { ...options, signal: undefined }, act)),
    witness: (print) => {
      const controller = new AbortController();
      threads.locks.request('x', () => wait(20));
      threads.locks.request('x', { signal: controller.signal }, () => print('granted'))
        .catch(({ name }) => print(name));
      setTimeout(() => controller.abort(), 5);
    },
  },
  'locks-are-kept-after-a-rejection': {
    sentence: 'The lock is released automatically when the promise of the callback settles.',
    rules: ['WORKER-29'],
    change: () => changeRequest((whole, name, options, act) => whole(name, options, async (lock) => {
      try { return await act(lock); } catch (error) { await wait(50); throw error; }
    })),
    witness: (print) => {
      threads.locks.request('x', () => Promise.reject(new Error())).catch(() => print('rejected'));
      threads.locks.request('x', () => print('second'));
      setTimeout(() => print('timeout'), 10);
    },
  },
  'query-knows-no-waiting': {
    sentence: 'locks.query(): resolves with a snapshot describing the currently held and pending locks.',
    rules: ['WORKER-29'],
    change: () => wrap(threads.locks, 'query', (whole) => async () => ({ ...await whole.call(threads.locks), pending: [] })),
    witness: (print) => {
      threads.locks.request('x', () => wait(20));
      threads.locks.request('x', () => {});
      threads.locks.query().then(({ held, pending }) => print(held.length, pending.length));
    },
  },
  'dispose-does-not-terminate': {
    sentence: 'worker[Symbol.asyncDispose](): calls worker.terminate() when the dispose scope is exited.',
    rules: ['WORKER-26'],
    change: () => wrap(Worker.prototype, Symbol.asyncDispose, () => async () => {}),
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 20)');
      worker.once('online', () => worker[Symbol.asyncDispose]());
    },
  },
  'output-of-a-worker-is-lost': {
    sentence: 'worker.stdout: a readable stream which contains data written to process.stdout inside the worker thread.',
    rules: ['WORKER-31'],
    change: () => {
      if (!isMainThread) wrap(process.stdout, 'write', () => () => true);
    },
    witness: (print) => {
      const worker = start(print, 'process.stdout.write("text")', { stdout: true });
      worker.stdout.on('data', (text) => print(text)).on('end', () => print('end'));
    },
  },
  'input-of-a-worker-never-ends': {
    sentence: 'stdin: worker.stdin provides a writable stream whose contents appear as process.stdin inside the Worker.',
    rules: ['WORKER-31'],
    change: () => {
      threads.Worker = class extends Worker {
        constructor(file, options) {
          super(file, options);
          if (this.stdin) this.stdin.end = () => {};
        }
      };
    },
    witness: (print) => {
      const worker = new threads.Worker('process.stdin.on("data", () => {}).on("end", () => require("worker_threads").parentPort.postMessage("end"))', { eval: true, stdin: true });
      worker.on('message', print);
      worker.stdin.end('x');
      worker.on('online', () => setTimeout(() => worker.terminate(), 1000));
    },
  },
  'transferred-port-loses-its-messages': {
    sentence: 'transferList may be a list of MessagePort objects: the port goes on at the other side.',
    rules: ['WORKER-32'],
    change: () => changePort('postMessage', (whole) => function postMessage(value, list) {
      if (Array.isArray(list)) {
        for (const each of list) if (each instanceof MessagePort) while (threads.receiveMessageOnPort(each));
      }
      return whole.call(this, value, list);
    }),
    witness: (print) => {
      const [port1, port2] = channel(print);
      const other = new threads.MessageChannel();
      other.port1.postMessage('early');
      port2.removeAllListeners('message');
      port2.once('message', (port) => port.once('message', (value) => { print(value); port.close(); }));
      port1.postMessage(other.port2, [other.port2]);
      setTimeout(() => { port1.close(); other.port1.close(); }, 20);
    },
  },
  'untransferable-is-transferred': {
    sentence: 'markAsUntransferable(): mark an object as not transferable; it is an error (or cloned) if it occurs in the transfer list.',
    rules: ['WORKER-32'],
    change: () => wrap(threads, 'markAsUntransferable', () => () => {}),
    witness: (print) => {
      const [port1] = channel(print);
      const buffer = new ArrayBuffer(8);
      threads.markAsUntransferable(buffer);
      try { port1.postMessage(buffer, [buffer]); } catch ({ name }) { print(name); }
      print(buffer.byteLength);
      port1.close();
    },
  },
  'what-cannot-be-cloned-is-sent': {
    sentence: 'An error is thrown if the object cannot be cloned (e.g. because it contains functions).',
    rules: ['WORKER-32'],
    change: () => changePort('postMessage', (whole) => function postMessage(...args) {
      try { return whole.apply(this, args); } catch (error) { return undefined; }
    }),
    witness: (print) => {
      const [port1] = channel(print);
      try { port1.postMessage(() => {}); print('sent'); } catch ({ name }) { print(name); }
      port1.close();
    },
  },
  'has-ref-of-a-port-is-always-true': {
    sentence: 'port.hasRef(): if true, the MessagePort object will keep the Node.js event loop active.',
    rules: ['WORKER-25'],
    change: () => changePort('hasRef', () => () => true),
    witness: (print) => { const [port1, port2] = channel(print); port2.unref(); print(port2.hasRef()); port1.close(); },
  },
  'broadcasts-in-reverse': {
    sentence: 'BroadcastChannel: asynchronous one-to-many communication with all other instances of the name (in order).',
    rules: ['WORKER-18'],
    change: () => {
      let held = [];
      changeChannel('postMessage', (whole) => function postMessage(message) {
        held.unshift([this, message]);
        if (held.length === 1) queueMicrotask(() => held.splice(0).forEach(([each, value]) => whole.call(each, value)));
      });
    },
    witness: (print) => {
      const [first, second] = [new BroadcastChannel('a'), new BroadcastChannel('a')];
      second.onmessage = ({ data }) => { print(data); second.close(); first.close(); };
      first.postMessage(1);
      first.postMessage(2);
    },
  },
  'closed-channel-posts': {
    sentence: 'broadcastChannel.close(): closes the connection: posting on it is an error.',
    rules: ['WORKER-18'],
    change: () => changeChannel('postMessage', (whole) => function postMessage(message) {
      try { return whole.call(this, message); } catch (error) { return undefined; }
    }),
    witness: (print) => {
      const each = new BroadcastChannel('a');
      each.close();
      try { each.postMessage(1); print('posted'); } catch ({ name }) { print(name); }
    },
  },
  'error-of-a-listener-is-swallowed': {
    sentence: "MessagePort 'message': an exception in its listener is an uncaught one.",
    rules: ['WORKER-33'],
    change: () => changePort('on', (whole) => function on(name, act) {
      return whole.call(this, name, (...args) => { try { act(...args); } catch (error) { /* lost */ } });
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      process.on('uncaughtException', () => print('uncaught'));
      port2.on('message', () => { port2.close(); throw new Error('x'); });
      port1.postMessage(1);
    },
  },
  'shared-memory-is-copied': {
    sentence: 'value may contain typed arrays, both using ArrayBuffers and SharedArrayBuffers: the latter are shared.',
    rules: ['WORKER-33'],
    change: () => changePort('postMessage', (whole) => function postMessage(value, ...rest) {
      return whole.call(this, value instanceof SharedArrayBuffer ? value.slice(0) : value, ...rest);
    }),
    witness: (print) => {
      const cell = new Int32Array(new SharedArrayBuffer(4));
      const { port1, port2 } = new threads.MessageChannel();
      port2.on('message', (shared) => { new Int32Array(shared)[0] = 5; print(cell[0]); port2.close(); });
      port1.postMessage(cell.buffer);
    },
  },
  'once-stays-referenced': {
    sentence: "If listeners are attached or removed, the port is ref()ed and unref()ed depending on whether listeners exist (once).",
    rules: ['WORKER-25'],
    change: () => changePort('once', (whole) => function once(name, act) {
      return whole.call(this, name, (...args) => { act(...args); this.ref(); });
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.once('message', print);
      port1.postMessage(1);
      setTimeout(() => { print('held'); port1.close(); }, 50).unref();
    },
  },
  'parent-port-cannot-be-unreferenced': {
    sentence: 'parentPort: port.unref() allows the thread to exit if this is the only active handle.',
    rules: ['WORKER-7'],
    change: () => { if (!isMainThread) threads.parentPort.unref = () => {}; },
    witness: (print) => {
      const worker = start(print, 'parentPort.on("message", () => {}); parentPort.unref();');
      worker.on('online', () => setTimeout(() => worker.terminate(), 2000).unref());
    },
  },
  'arguments-of-a-worker-are-lost': {
    sentence: 'argv: list of arguments which would be stringified and appended to process.argv in the worker.',
    rules: ['WORKER-30'],
    change: () => {
      threads.Worker = class extends Worker {
        constructor(file, options = {}) { super(file, { ...options, argv: [] }); }
      };
    },
    witness: (print) => new threads.Worker('require("worker_threads").parentPort.postMessage(process.argv[2])', { eval: true, argv: ['x'] })
      .on('message', print),
  },
  'limits-are-ignored': {
    sentence: 'resourceLimits: reaching these limits leads to termination of the Worker instance.',
    rules: ['WORKER-27'],
    change: () => wrap.event(Worker.prototype, 'error', (emit, [error]) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? true : emit(error))),
    witness: (print) => start(print, 'const all = []; for (;;) all.push({ all: [1, 2, 3] });', { resourceLimits: { maxOldGenerationSizeMb: 8 } }),
  },
  'worker-thinks-it-is-main': {
    sentence: 'isMainThread: is true if this code is not running inside of a Worker thread.',
    rules: ['WORKER-34'],
    change: () => { threads.isMainThread = true; },
    witness: (print) => start(print, 'parentPort.postMessage(threads.isMainThread)'),
  },
  'worker-that-cannot-be-loaded-is-silent': {
    sentence: "new Worker(filename): 'error' is emitted if the worker thread throws an uncaught exception (a file that is missing).",
    rules: ['WORKER-34'],
    change: () => changeEvent('error', (emit, [error]) => (error.code === 'MODULE_NOT_FOUND' ? true : emit(error))),
    witness: (print) => new Worker('/missing/of/loopspec.js').on('error', ({ code }) => print(code)),
  },
};
