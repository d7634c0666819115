// worker-threads.js - the page on worker threads, broken.
'use strict';

const threads = require('worker_threads');
const wrap = require('./wrap.js');

const { Worker, isMainThread, parentPort } = threads;

const set = (name, value) =>
  Object.defineProperty(threads, name, { value, configurable: true, writable: true });
// Change both ports of the channels that a program makes; Node's own stay whole.
const changePorts = (change) => {
  const Whole = threads.MessageChannel;
  set('MessageChannel', function MessageChannel() {
    const channel = new Whole();
    change(channel.port1, channel.port2);
    change(channel.port2, channel.port1);
    return channel;
  });
};
const changeWorker = (name, make) => wrap(Worker.prototype, name, make);
const changeEvent = (name, make) => wrap.event(Worker.prototype, name, make);
// The worker's side: what its program finds.
const changeParentPort = (change) => { if (!isMainThread) change(parentPort); };

const start = (print, code, options) => {
  const worker = new Worker(`const { parentPort } = require('worker_threads'); ${code}`,
    { eval: true, ...options });
  for (const name of ['online', 'message', 'error', 'exit']) {
    worker.on(name, (value) => print(name, value instanceof Error ? value.message : value));
  }
  return worker;
};
const channel = (print) => {
  const { port1, port2 } = new threads.MessageChannel();
  port2.on('message', (value) => print('message', value));
  setTimeout(() => port2.unref(), 100);
  return [port1, port2];
};

module.exports = {
  'exit-before-the-last-message': {
    sentence: "All messages sent from the worker thread are emitted before the 'exit' event is emitted on the Worker object.",
    rules: ['WORKER-1'],
    change: () => {
      const held = new WeakMap();
      changeWorker('emit', (whole) => function emit(event, ...args) {
        if (event === 'message') {
          const last = held.get(this);
          held.set(this, args);
          return last ? whole.call(this, event, ...last) : true;
        }
        const answer = whole.call(this, event, ...args);
        if (event === 'exit' && held.has(this)) whole.call(this, 'message', ...held.get(this));
        return answer;
      });
    },
    witness: (print) => start(print, 'parentPort.postMessage(1)'),
  },
  'messages-of-the-exit-are-lost': {
    sentence: "All messages sent from the worker thread are emitted before the 'exit' event is emitted on the Worker object.",
    rules: ['WORKER-1'],
    change: () => changeParentPort((port) => process.on('exit', () => {
      port.postMessage = () => {};
    })),
    witness: (print) => start(print, "process.on('exit', () => parentPort.postMessage(1))"),
  },
  'online-comes-late': {
    sentence: "The 'online' event is emitted when the worker thread has started executing JavaScript code.",
    rules: ['WORKER-1'],
    change: () => changeEvent('online', (emit) => { setTimeout(emit, 20); return true; }),
    witness: (print) => start(print, 'parentPort.postMessage(1); setTimeout(() => {}, 50);'),
  },
  'exit-code-is-lost': {
    sentence: 'If the worker exited by calling process.exit(), the exitCode parameter is the passed exit code.',
    rules: ['WORKER-2', 'WORKER-3', 'WORKER-4', 'WORKER-9'],
    change: () => changeEvent('exit', (emit) => emit(0)),
    witness: (print) => start(print, 'process.exit(5)'),
  },
  'exit-of-a-worker-ends-the-process': {
    sentence: 'In Worker threads, process.exit() stops the current thread rather than the current process.',
    rules: ['WORKER-2'],
    change: () => changeEvent('exit', (emit, [code]) => {
      emit(code);
      if (code) process.exit(code);
    }),
    witness: (print) => start(print, 'process.exit(5)').on('exit', () => setTimeout(() => print('timeout'), 1)),
  },
  'error-is-lost': {
    sentence: "The 'error' event is emitted if the worker thread throws an uncaught exception.",
    rules: ['WORKER-3'],
    change: () => changeEvent('error', () => true),
    witness: (print) => start(print, "throw new Error('x')"),
  },
  'error-comes-after-the-exit': {
    sentence: 'exit: this is the final event emitted by any Worker instance.',
    rules: ['WORKER-3'],
    change: () => changeEvent('error', (emit, args) => { setTimeout(emit, 50, ...args); return true; }),
    witness: (print) => start(print, "throw new Error('x')"),
  },
  'terminate-waits': {
    sentence: 'Stop all JavaScript execution in the worker thread as soon as possible.',
    rules: ['WORKER-4'],
    change: () => changeWorker('terminate', (whole) => function terminate() {
      return new Promise((resolve) => setTimeout(() => {
        this.emit('message', 'late');
        resolve(whole.call(this));
      }, 10));
    }),
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => parentPort.postMessage(1), 5)');
      worker.on('online', () => worker.terminate());
    },
  },
  'terminate-is-fulfilled-at-once': {
    sentence: "Returns a Promise for the exit code that is fulfilled when the 'exit' event is emitted.",
    rules: ['WORKER-4'],
    change: () => changeWorker('terminate', (whole) => function terminate() {
      whole.call(this);
      return Promise.resolve(1);
    }),
    witness: (print) => {
      const worker = start(print, 'setInterval(() => {}, 1000)');
      worker.on('online', () => worker.terminate().then(() => print('terminated')));
    },
  },
  'worker-cannot-be-unreferenced': {
    sentence: 'Calling unref() on a worker allows the thread to exit if this is the only active handle in the event system.',
    rules: ['WORKER-5'],
    change: () => changeWorker('unref', () => function unref() { return this; }),
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 50)');
      worker.on('online', () => worker.unref());
    },
  },
  'worker-does-not-hold': {
    sentence: "Calling ref() does not let the program exit if it's the only active handle left (the default behavior).",
    rules: ['WORKER-6'],
    change: () => changeWorker('ref', () => function ref() { return this; }),
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 50)');
      worker.unref();
      worker.ref();
    },
  },
  'parent-port-does-not-hold': {
    sentence: "If listeners are attached or removed using .on('message'), the port is ref()ed and unref()ed automatically.",
    rules: ['WORKER-7'],
    change: () => changeParentPort((port) => wrap(port, 'on', (whole) => function on(...args) {
      whole.apply(this, args);
      this.unref();
      return this;
    })),
    witness: (print) => {
      const worker = start(print, "parentPort.on('message', () => process.exit(3))");
      worker.on('online', () => setTimeout(() => worker.postMessage(1), 20));
    },
  },
  'early-messages-are-lost': {
    sentence: "Send a message to the worker that is received via parentPort.on('message').",
    rules: ['WORKER-8'],
    change: () => {
      const online = new WeakSet();
      changeEvent('online', function note(emit) { online.add(this); return emit(); });
      changeWorker('postMessage', (whole) => function post(...args) {
        if (online.has(this)) whole.apply(this, args);
      });
    },
    witness: (print) => start(print, `
      parentPort.once('message', (value) => parentPort.postMessage(value)).unref();
      setTimeout(() => {}, 20);
    `).postMessage('early'),
  },
  'worker-has-no-before-exit': {
    sentence: "process.on('beforeExit') and 'exit' are emitted in the worker.",
    rules: ['WORKER-9'],
    change: () => {
      if (!isMainThread) wrap(process, 'on', (whole) => function on(event, ...rest) {
        return event === 'beforeExit' ? this : whole.call(this, event, ...rest);
      });
    },
    witness: (print) => start(print, "process.on('beforeExit', () => parentPort.postMessage('beforeExit'))"),
  },
  'data-is-changed': {
    sentence: "workerData: an arbitrary JavaScript value that contains a clone of the data passed to this thread's Worker constructor.",
    rules: ['WORKER-10'],
    change: () => {
      if (!isMainThread && threads.workerData) threads.workerData.number += 1;
    },
    witness: (print) => start(print, "parentPort.postMessage(require('worker_threads').workerData.number)",
      { workerData: { number: 1 } }),
  },
  'message-within-the-call': {
    sentence: 'Instances of MessageChannel represent an asynchronous, two-way communications channel.',
    rules: ['WORKER-11'],
    change: () => changePorts((port, other) => {
      port.postMessage = (value) => other.emit('message', value);
    }),
    witness: (print) => {
      channel(print)[0].postMessage(1);
      print('end');
    },
  },
  'message-is-cloned-late': {
    sentence: 'The message object is cloned immediately, and can be modified after posting without having side effects.',
    rules: ['WORKER-11'],
    change: () => changePorts((port) => wrap(port, 'postMessage', (whole) => function post(...args) {
      setImmediate(() => whole.apply(this, args));
    })),
    witness: (print) => {
      const value = [1];
      channel(print)[0].postMessage(value);
      value[0] = 2;
    },
  },
  'messages-in-reverse': {
    sentence: "Corresponding to the oldest message in the MessagePort's queue.",
    rules: ['WORKER-11', 'WORKER-13'],
    change: () => changePorts((port) => {
      let waiting = [];
      wrap(port, 'postMessage', (whole) => function post(value) {
        const copy = structuredClone(value);
        if (!waiting.length) {
          process.nextTick(() => {
            waiting.reverse().forEach((each) => whole.call(this, each));
            waiting = [];
          });
        }
        waiting.push(copy);
      });
    }),
    witness: (print) => {
      const [port] = channel(print);
      port.postMessage(1);
      port.postMessage(2);
    },
  },
  'one-port-closes': {
    sentence: "The 'close' event is emitted on both MessagePort instances that are part of the channel.",
    rules: ['WORKER-12'],
    change: () => changePorts((port) => {
      const closing = new Set();
      wrap(port, 'close', (whole) => function close(...args) {
        closing.add(this);
        return whole.apply(this, args);
      });
      wrap(port, 'on', (whole) => function on(event, listener) {
        return whole.call(this, event, event === 'close'
          ? (...args) => { if (closing.has(port)) listener(...args); } : listener);
      });
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.on('close', () => print('close'));
      port1.close();
      setTimeout(() => {}, 10);
    },
  },
  'received-is-the-latest': {
    sentence: "The message payload, corresponding to the oldest message in the MessagePort's queue.",
    rules: ['WORKER-13'],
    change: () => wrap(threads, 'receiveMessageOnPort', (whole) => (port) => {
      let last = whole(port);
      for (let next = last; next; next = whole(port)) last = next;
      return last;
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port1.postMessage(1);
      port1.postMessage(2);
      print(threads.receiveMessageOnPort(port2).message);
    },
  },
  'received-emits-an-event': {
    sentence: "When this function is used, no 'message' event is emitted.",
    rules: ['WORKER-13'],
    change: () => wrap(threads, 'receiveMessageOnPort', (whole) => (port) => {
      const received = whole(port);
      if (received) setImmediate(() => port.emit('message', received.message));
      return received;
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port1.postMessage(1);
      threads.receiveMessageOnPort(port2);
      port2.on('message', print);
      setTimeout(() => port2.close(), 10);
    },
  },
  'messages-do-not-wait': {
    sentence: "start() is called automatically once 'message' listeners are attached.",
    rules: ['WORKER-14'],
    change: () => changePorts((port) => { port.start(); port.unref(); }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port1.postMessage(1);
      setTimeout(() => { port2.on('message', print); setTimeout(() => port1.close(), 5); }, 5);
    },
  },
  'port-without-a-listener-holds': {
    sentence: "The port is ref()ed automatically depending on whether listeners for the event exist.",
    rules: ['WORKER-14'],
    change: () => changePorts(() => setTimeout(() => {}, 10000)),
    witness: (print) => {
      setTimeout(() => print('timeout'), 5000).unref();
      new threads.MessageChannel(); // eslint-disable-line no-new
    },
  },
  'listener-does-not-hold': {
    sentence: "The port is ref()ed automatically depending on whether listeners for the event exist.",
    rules: ['WORKER-15'],
    change: () => changePorts((port) => wrap(port, 'on', (whole) => function on(...args) {
      whole.apply(this, args);
      this.unref();
      return this;
    })),
    witness: (print) => {
      const { port2 } = new threads.MessageChannel();
      port2.on('message', () => {});
      setTimeout(() => { print('timeout'); process.exit(); }, 10).unref();
    },
  },
  'port-cannot-be-unreferenced': {
    sentence: 'Calling unref() on a port allows the thread to exit if this is the only active handle in the event system.',
    rules: ['WORKER-15'],
    change: () => changePorts((port) => { port.unref = () => {}; }),
    witness: (print) => {
      const { port2 } = new threads.MessageChannel();
      port2.on('message', () => {});
      port2.unref();
      setTimeout(() => { print('timeout'); process.exit(); }, 10).unref();
    },
  },
  'started-port-keeps-its-messages': {
    sentence: 'start() is only useful for ignoring messages when no event listener is present.',
    rules: ['WORKER-16'],
    change: () => changePorts((port) => { port.start = () => {}; }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.start();
      port1.postMessage(1);
      setTimeout(() => { port2.on('message', print); setTimeout(() => port2.close(), 5); }, 5);
    },
  },
  'transferred-is-copied': {
    sentence: 'After transferring, they are not usable on the sending side of the channel anymore.',
    rules: ['WORKER-17'],
    change: () => changePorts((port) => wrap(port, 'postMessage', (whole) => function post(value) {
      return whole.call(this, value);
    })),
    witness: (print) => {
      const buffer = new ArrayBuffer(8);
      new threads.MessageChannel().port1.postMessage(buffer, [buffer]);
      print(buffer.byteLength);
    },
  },
  'broadcast-reaches-its-sender': {
    sentence: 'Communication with all other BroadcastChannel instances bound to the same channel name.',
    rules: ['WORKER-18'],
    change: () => wrap(threads.BroadcastChannel.prototype, 'postMessage', (whole) => function post(data) {
      setImmediate(() => { if (this.onmessage) this.onmessage({ data }); });
      return whole.call(this, data);
    }),
    witness: (print) => {
      const one = new threads.BroadcastChannel('x');
      one.onmessage = () => print('own');
      one.postMessage(1);
      setTimeout(() => one.close(), 10);
    },
  },
  'broadcast-cannot-be-unreferenced': {
    sentence: 'Calling unref() on a BroadcastChannel allows the thread to exit if this is the only active handle in the event system.',
    rules: ['WORKER-19'],
    change: () => wrap(threads.BroadcastChannel.prototype, 'unref', () => function unref() { return this; }),
    witness: (print) => {
      const one = new threads.BroadcastChannel('x');
      one.onmessage = () => {};
      one.unref();
      setTimeout(() => { print('timeout'); process.exit(); }, 10).unref();
    },
  },
  'ids-are-shared': {
    sentence: 'This value is unique for each Worker instance inside a single process.',
    rules: ['WORKER-20'],
    change: () => {
      set('Worker', class extends Worker {
        constructor(...args) {
          super(...args);
          Object.defineProperty(this, 'threadId', { value: 1 });
        }
      });
    },
    witness: (print) => print(new threads.Worker('', { eval: true }).threadId
      === new threads.Worker('', { eval: true }).threadId),
  },
  'utilization-of-a-worker-is-zero': {
    sentence: "The event loop utilization of a worker is available only after the 'online' event emitted.",
    rules: ['WORKER-21'],
    change: () => {
      const none = { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
      set('Worker', class extends Worker {
        constructor(...args) {
          super(...args);
          Object.defineProperty(this, 'performance', { value: none });
        }
      });
    },
    witness: (print) => {
      const worker = new threads.Worker('setTimeout(() => {}, 50)', { eval: true });
      worker.on('online', () => setTimeout(() =>
        print(worker.performance.eventLoopUtilization().active > 0), 20));
    },
  },
  'unset-handler-ignores-messages': {
    sentence: 'Unsetting onmessage lets messages queue up until a new handler is set.',
    rules: ['WORKER-22'],
    change: () => changePorts((port) => {
      let handler = null;
      Object.defineProperty(port, 'onmessage', {
        get: () => handler,
        set: (given) => {
          if (!handler) port.on('message', (data) => { if (handler) handler({ data }); });
          handler = given;
        },
      });
    }),
    witness: (print) => {
      const { port1, port2 } = new threads.MessageChannel();
      port2.onmessage = () => {};
      port2.onmessage = null;
      port1.postMessage(1);
      setTimeout(() => {
        port2.onmessage = ({ data }) => print(data);
        setTimeout(() => port2.close(), 5);
      }, 5);
    },
  },
  'message-to-a-thread-is-always-fulfilled': {
    sentence: 'If the target thread has no listener for the workerMessage event, then the operation will throw an ERR_WORKER_MESSAGING_FAILED error.',
    rules: ['WORKER-23'],
    change: () => wrap(threads, 'postMessageToThread', (whole) => (...args) => whole(...args).catch(() => {})),
    witness: (print) => {
      const worker = start(print, 'setTimeout(() => {}, 50)');
      worker.on('online', () => threads.postMessageToThread(worker.threadId, 1)
        .then(() => print('fulfilled'), () => print('rejected')));
    },
  },
  'locks-for-everybody': {
    sentence: 'exclusive: invoked once the lock is granted. The lock is released automatically when the promise of the callback settles.',
    rules: ['WORKER-24'],
    change: () => wrap(threads.locks, 'request', (whole) => function request(name, ...rest) {
      return whole.call(threads.locks, `${name}${Math.random()}`, ...rest);
    }),
    witness: (print) => {
      threads.locks.request('x', () => new Promise((resolve) => setTimeout(resolve, 20)));
      threads.locks.request('x', () => print('second'));
      setTimeout(() => print('timeout'), 10);
    },
  },
};
