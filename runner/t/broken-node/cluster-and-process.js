// cluster-and-process.js - the pages on clusters, the process and the globals, broken in what they tell and refuse.
'use strict';

const fs = require('fs');
const { spawnSync } = require('child_process');
const cluster = require('cluster');
const threads = require('worker_threads');
const wrap = require('./wrap.js');

const { Worker } = cluster;
const isPrimary = cluster.isPrimary === undefined ? cluster.isMaster : cluster.isPrimary;

const set = (object, name, value) =>
  Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
const inPrimary = (change) => () => { if (isPrimary) change(); };
const inWorkers = (change) => () => { if (!isPrimary) change(); };
const changeEvent = (object, name, make) => () => wrap.event(object, name, make);

// A worker runs the witness again, and does what the second function says.
const forked = (primary, worker = () => setImmediate(() => process.disconnect())) => (print) => {
  if (!isPrimary) return worker(print);
  cluster.setupPrimary({ exec: process.argv[1], args: process.argv.slice(2) });
  return primary(print);
};
const attempt = (act) => (print) => {
  try {
    print(String(act()));
  } catch ({ name }) {
    print(name);
  }
};
const printed = (code) => (print) => {
  const { status, stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  print(status, stdout);
};

module.exports = {
  'fork-without-the-worker': {
    sentence: "Event: 'fork': worker {cluster.Worker}.",
    rules: ['CLUSTER-13'],
    change: inPrimary(changeEvent(cluster, 'fork', (inTruth) => inTruth())),
    witness: forked((print) => {
      cluster.on('fork', (...args) => print(args.length));
      cluster.fork();
    }),
  },
  'types-of-text': {
    sentence: 'The addressType is one of: 4 (TCPv4), 6 (TCPv6), -1 (Unix domain socket), "udp4" or "udp6".',
    rules: ['CLUSTER-13'],
    change: inPrimary(() => {
      for (const object of [cluster, Worker.prototype]) {
        wrap.event(object, 'listening', (inTruth, args) => {
          const address = args.pop();
          return inTruth(...args, { ...address, addressType: String(address.addressType) });
        });
      }
    }),
    witness: forked((print) => {
      cluster.on('listening', (worker, { addressType }) => {
        print(typeof addressType);
        worker.disconnect();
      });
      cluster.fork();
    }, () => require('net').createServer().listen(0, '127.0.0.1')),
  },
  'online-in-a-worker': {
    sentence: "Event: 'online': it is not emitted in the worker.",
    rules: ['CLUSTER-13'],
    change: inWorkers(() => setImmediate(() => { if (cluster.worker) cluster.worker.emit('online'); })),
    witness: forked(() => cluster.fork(), (print) => {
      cluster.worker.on('online', () => print('online'));
      setTimeout(() => process.disconnect(), 5);
    }),
  },
  'disconnecting-answers-nothing': {
    sentence: 'worker.disconnect() returns a reference to worker.',
    rules: ['CLUSTER-13', 'CLUSTER-14'],
    change: () => wrap(Worker.prototype, 'disconnect', (whole) => function disconnect(...args) { whole.apply(this, args); }),
    witness: forked((print) => {
      const worker = cluster.fork();
      worker.on('online', () => print(typeof worker.disconnect()));
    }, () => {}),
  },
  'voluntary-is-forgotten': {
    sentence: 'worker.disconnect() causes .exitedAfterDisconnect to be set.',
    rules: ['CLUSTER-13'],
    change: inWorkers(() => wrap(Worker.prototype, 'disconnect', (whole) => function disconnect(...args) {
      const answer = whole.apply(this, args);
      this.exitedAfterDisconnect = undefined;
      return answer;
    })),
    witness: forked(() => cluster.fork(), (print) => {
      cluster.worker.disconnect();
      print(cluster.worker.exitedAfterDisconnect);
    }),
  },
  'another-process': {
    sentence: 'In a worker, the global process is stored.',
    rules: ['CLUSTER-13'],
    change: inWorkers(() => { cluster.worker.process = Object.create(process); }),
    witness: forked(() => cluster.fork(), (print) => {
      print(cluster.worker.process === process);
      process.disconnect();
    }),
  },
  'ids-of-text': {
    sentence: 'worker.id: {integer}.',
    rules: ['CLUSTER-13'],
    change: inPrimary(() => wrap(cluster, 'fork', (whole) => function fork(...args) {
      const worker = whole.apply(this, args);
      worker.id = String(worker.id);
      return worker;
    })),
    witness: forked((print) => print(typeof cluster.fork().id)),
  },
  'a-worker-of-the-primary': {
    sentence: 'cluster.worker: not available in the primary process.',
    rules: ['CLUSTER-13'],
    change: inPrimary(() => set(cluster, 'worker', {})),
    witness: forked((print) => print(cluster.worker)),
  },
  'a-list-in-a-worker': {
    sentence: 'cluster.workers: it is only available in the primary process.',
    rules: ['CLUSTER-13'],
    change: inWorkers(() => set(cluster, 'workers', {})),
    witness: forked(() => cluster.fork(), (print) => {
      print(cluster.workers);
      process.disconnect();
    }),
  },
  'disconnected-by-the-call': {
    sentence: "It is disconnected after the 'disconnect' event is emitted.",
    rules: ['CLUSTER-14'],
    change: inPrimary(() => wrap(Worker.prototype, 'isConnected', (whole) => function isConnected() {
      return whole.call(this) && !this.exitedAfterDisconnect;
    })),
    witness: forked((print) => {
      const worker = cluster.fork();
      worker.on('online', () => {
        worker.disconnect();
        print(worker.isConnected());
      });
    }, () => {}),
  },
  'ids-that-come-again': {
    sentence: 'Each new worker is given its own unique id.',
    rules: ['CLUSTER-14'],
    change: inPrimary(() => wrap(cluster, 'fork', (whole) => function fork(...args) {
      const worker = whole.apply(this, args);
      delete cluster.workers[worker.id];
      for (worker.id = 1; cluster.workers[worker.id];) worker.id++;
      cluster.workers[worker.id] = worker;
      return worker;
    })),
    witness: forked((print) => {
      cluster.fork().on('exit', () => print(cluster.fork().id));
    }),
  },
  'nobody-is-called-back': {
    sentence: 'The method takes an optional callback argument which will be called when finished.',
    rules: ['CLUSTER-14'],
    change: inPrimary(() => wrap(cluster, 'disconnect', (whole) => function disconnect(callback) {
      return whole.call(this, Object.keys(cluster.workers).length ? callback : undefined);
    })),
    witness: (print) => cluster.disconnect(() => print('disconnected')),
  },
  'one-takes-all-along': {
    sentence: "They can be killed or re-spawned depending on a program's needs, without affecting other workers.",
    rules: ['CLUSTER-14'],
    change: inPrimary(changeEvent(Worker.prototype, 'exit', (inTruth, args) => {
      for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGKILL');
      return inTruth(...args);
    })),
    witness: forked((print) => {
      const workers = [cluster.fork(), cluster.fork()];
      workers[0].on('online', () => workers[0].process.kill());
      workers[1].on('exit', (code, signal) => print(signal));
      setTimeout(() => workers[1].process.kill(), 1000);
    }, () => setInterval(() => {}, 1000)),
  },
  'origin-of-the-monitor': {
    sentence: "origin: Can either be 'uncaughtException' or 'unhandledRejection'.",
    rules: ['LIFE-33'],
    change: changeEvent(process, 'uncaughtExceptionMonitor', (inTruth, [error]) => inTruth(error, 'uncaughtException')),
    witness: (print) => {
      process.on('uncaughtExceptionMonitor', (error, origin) => print(origin));
      process.on('uncaughtException', () => {});
      Promise.reject(new Error());
    },
  },
  'no-monitor-of-what-is-captured': {
    sentence: "The 'uncaughtExceptionMonitor' event is emitted before an 'uncaughtException' event is emitted or a hook installed via process.setUncaughtExceptionCaptureCallback() is called.",
    rules: ['LIFE-33'],
    change: changeEvent(process, 'uncaughtExceptionMonitor', (inTruth, args) =>
      process.hasUncaughtExceptionCaptureCallback() || inTruth(...args)),
    witness: (print) => {
      process.on('uncaughtExceptionMonitor', () => print('monitor'));
      process.setUncaughtExceptionCaptureCallback(() => {});
      setImmediate(() => { throw new Error(); });
    },
  },
  'a-second-capture-callback': {
    sentence: 'To unset the capture function, process.setUncaughtExceptionCaptureCallback(null) may be used.',
    rules: ['LIFE-33'],
    change: () => wrap(process, 'setUncaughtExceptionCaptureCallback', (whole) => function capture(callback) {
      if (callback) whole.call(this, null);
      return whole.call(this, callback);
    }),
    witness: attempt(() => {
      process.setUncaughtExceptionCaptureCallback(() => {});
      return process.setUncaughtExceptionCaptureCallback(() => {});
    }),
  },
  'killed-is-heard': {
    sentence: "'SIGKILL' cannot have a listener installed.",
    rules: ['LIFE-34'],
    change: () => wrap(process, 'on', (whole) => function on(event, listener) {
      return event === 'SIGKILL' ? this : whole.call(this, event, listener);
    }),
    witness: attempt(() => process.on('SIGKILL', () => {}) === process),
  },
  'unknown-signals-are-sent': {
    sentence: "Signal names are strings such as 'SIGINT' or 'SIGHUP'.",
    rules: ['LIFE-34'],
    change: () => wrap(process, 'kill', (whole) => function kill(pid, signal) {
      return signal === 'SIGNOTHING' || whole.call(this, pid, signal);
    }),
    witness: attempt(() => process.kill(process.pid, 'SIGNOTHING')),
  },
  'mask-that-is-set': {
    sentence: 'process.umask(mask) returns the previous mask.',
    rules: ['LIFE-34'],
    change: () => wrap(process, 'umask', (whole) => function umask(mask) {
      if (mask !== undefined) whole.call(this, mask);
      return whole.call(this);
    }),
    witness: attempt(() => [process.umask(0o77), process.umask(0o22)]),
  },
  'usage-from-the-beginning': {
    sentence: 'The result of a previous call to process.cpuUsage() can be passed as the argument to the function.',
    rules: ['LIFE-34'],
    change: () => wrap(process, 'cpuUsage', (whole) => function cpuUsage() { return whole.call(this); }),
    witness: attempt(() => process.cpuUsage({ user: 'text', system: 0 }).user > 0),
  },
  'variables-of-a-file-win': {
    sentence: 'Loads the .env file into process.env.',
    rules: ['LIFE-34'],
    change: () => wrap(process, 'loadEnvFile', (whole) => function loadEnvFile(file) {
      for (const line of fs.readFileSync(file, 'utf8').split('\n')) delete process.env[line.split('=')[0]];
      return whole.call(this, file);
    }),
    witness: attempt(() => {
      const file = `${require('os').tmpdir()}/loopspec-witness.env`;
      fs.writeFileSync(file, 'LOOPSPEC_A=2\n');
      process.env.LOOPSPEC_A = '1';
      process.loadEnvFile(file);
      return process.env.LOOPSPEC_A;
    }),
  },
  'replaced-after-its-exit-handlers': {
    sentence: "Without triggering any exit or close events, without running any JavaScript cleanup handler (for example process.on('exit')).",
    rules: ['LIFE-35'],
    change: () => wrap(process, 'execve', (whole) => function execve(...args) {
      process.emit('exit', 0);
      return whole.apply(this, args);
    }),
    witness: printed("process.on('exit', () => console.log('exit')); process.execve('/bin/echo', ['echo', 'text']);"),
  },
  'nobody-tells-of-workers': {
    sentence: "The 'worker' event is emitted after a new {Worker} thread has been created.",
    rules: ['LIFE-36'],
    change: changeEvent(process, 'worker', () => true),
    witness: (print) => {
      process.on('worker', () => print('worker'));
      new threads.Worker('', { eval: true });
    },
  },
  'writing-is-not-called-back': {
    sentence: 'process.stdout returns a stream connected to stdout (fd 1): a net.Socket, or a Writable stream.',
    rules: ['LIFE-37'],
    change: () => wrap(process.stdout, 'write', (whole) => function write(chunk) { return whole.call(this, chunk); }),
    witness: (print) => process.stdout.write('1', () => print('written')),
  },
  'another-reason': {
    sentence: 'abort([reason]): an optional reason, retrievable on the AbortSignal\'s reason property.',
    rules: ['GLOBAL-9'],
    change: () => wrap(AbortController.prototype, 'abort', (whole) => function abort(reason = new Error('aborted')) {
      return whole.call(this, reason);
    }),
    witness: attempt(() => {
      const controller = new AbortController();
      controller.abort();
      return controller.signal.reason.name;
    }),
  },
  'a-reason-before-the-abort': {
    sentence: 'abortSignal.reason: an optional reason specified when the AbortSignal was triggered.',
    rules: ['GLOBAL-9'],
    change: () => wrap.property(AbortSignal.prototype, 'reason', (reason) => reason === undefined ? null : reason),
    witness: attempt(() => new AbortController().signal.reason),
  },
  'no-reason-of-its-own': {
    sentence: 'AbortSignal.abort([reason]) returns a new already aborted AbortSignal.',
    rules: ['GLOBAL-9'],
    change: () => wrap(AbortSignal, 'abort', (whole) => function abort() { return whole.call(this); }),
    witness: attempt(() => AbortSignal.abort(5).reason),
  },
  'aborted-too-early': {
    sentence: 'Returns a new AbortSignal which will be aborted in delay milliseconds.',
    rules: ['GLOBAL-9'],
    change: () => wrap(AbortSignal, 'timeout', (whole) => function timeout(delay) { return whole.call(this, delay / 2); }),
    witness: (print) => {
      const signal = AbortSignal.timeout(20);
      setTimeout(() => print(signal.aborted), 15);
    },
  },
  'anything-can-be-queued': {
    sentence: 'queueMicrotask(callback): callback {Function} Function to be queued.',
    rules: ['GLOBAL-10'],
    change: () => wrap(global, 'queueMicrotask', (whole) => function queueMicrotask(callback) {
      if (typeof callback === 'function') whole(callback);
    }),
    witness: attempt(() => queueMicrotask(5)),
  },
  'shallow-clones': {
    sentence: 'The WHATWG structuredClone method.',
    rules: ['GLOBAL-10'],
    change: () => wrap(global, 'structuredClone', (whole) => function structuredClone(value, options) {
      return Object(value) === value && !options && value.list ? { ...whole(value), list: value.list } : whole(value, options);
    }),
    witness: attempt(() => {
      const value = { list: [] };
      return structuredClone(value).list === value.list;
    }),
  },
  'functions-are-cloned-as-null': {
    sentence: 'The WHATWG structuredClone method.',
    rules: ['GLOBAL-10'],
    change: () => wrap(global, 'structuredClone', (whole) => function structuredClone(value, options) {
      return typeof value === 'function' ? null : whole(value, options);
    }),
    witness: attempt(() => structuredClone(() => {})),
  },
  'another-channel-is-global': {
    sentence: 'The MessageChannel class. See MessageChannel for more details.',
    rules: ['GLOBAL-10'],
    change: () => set(global, 'MessageChannel', class extends threads.MessageChannel {}),
    witness: attempt(() => MessageChannel === threads.MessageChannel),
  },
};
