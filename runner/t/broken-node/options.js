// options.js - the pages on threads, children, clusters and the process, broken in what their options do.
'use strict';

const fs = require('fs');
const os = require('os');
const children = require('child_process');
const cluster = require('cluster');
const threads = require('worker_threads');
const wrap = require('./wrap.js');

const isPrimary = cluster.isPrimary === undefined ? cluster.isMaster : cluster.isPrimary;

const set = (object, name, value) =>
  Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
// Some options of a call are forgotten, or become others.
const changeOptions = (calls, change) => () => {
  for (const call of calls) {
    wrap(children, call, (whole) => (...args) => whole(...args.map((arg) =>
      arg && typeof arg === 'object' && !Array.isArray(arg) ? { ...arg, ...change(arg) } : arg)));
  }
};
const forget = (name, ...calls) => changeOptions(calls, () => ({ [name]: undefined }));
const changeSettings = (name) => () => {
  if (!isPrimary) return;
  for (const call of ['setupPrimary', 'setupMaster']) {
    wrap(cluster, call, (whole) => function setup(settings) {
      const { [name]: forgotten, ...rest } = settings || {};
      return whole.call(this, rest);
    });
  }
};
const changePorts = (change) => () => {
  const Whole = threads.MessageChannel;
  set(threads, 'MessageChannel', function MessageChannel() {
    const channel = new Whole();
    change(channel.port1);
    change(channel.port2);
    return channel;
  });
};

const attempt = (act) => (print) => {
  try {
    print(JSON.stringify(act()));
  } catch (error) {
    print(error.name);
  }
};
const file = `${os.tmpdir()}/loopspec-witness-${process.pid}.js`;
// What a forked child says, and how it ends.
const forked = (options, code = 'process.send(process.cwd())') => (print) => {
  fs.writeFileSync(file, code);
  const child = children.fork(file, typeof options === 'function' ? options() : options);
  child.on('message', print);
  child.on('error', ({ name }) => print(name));
  child.on('exit', (status, signal) => {
    print(status, signal);
    fs.unlinkSync(file);
  });
  setTimeout(() => child.kill('SIGQUIT'), 3000).unref();
};
const clustered = (settings, code) => (print) => {
  fs.writeFileSync(file, code || 'process.send([process.cwd(), process.execArgv]); process.disconnect();');
  cluster.setupPrimary({ exec: file, args: [], ...settings });
  const worker = cluster.fork();
  print(worker.process.stdout === null);
  worker.on('message', (message) => print(JSON.stringify(message), message instanceof Map));
  cluster.on('listening', (_, { addressType }) => {
    print(addressType);
    worker.process.kill();
  });
  worker.on('exit', () => fs.unlinkSync(file));
};
const waits = 'setTimeout(() => {}, 100000)';

module.exports = {
  'fork-in-another-folder': {
    sentence: 'cwd {string|URL} Current working directory of the child process.',
    rules: ['SPAWN-28'],
    change: forget('cwd', 'fork'),
    witness: forked({ cwd: '/' }),
  },
  'fork-is-not-aborted': {
    sentence: 'signal {AbortSignal} Allows closing the child process using an AbortSignal.',
    rules: ['SPAWN-28'],
    change: forget('signal', 'fork'),
    witness: forked(() => ({ signal: AbortSignal.abort() }), waits),
  },
  'fork-without-a-limit': {
    sentence: 'timeout {number} In milliseconds the maximum amount of time the process is allowed to run.',
    rules: ['SPAWN-28'],
    change: forget('timeout', 'fork'),
    witness: forked({ timeout: 10 }, waits),
  },
  'fork-of-another-program': {
    sentence: 'execPath {string} Executable used to create the child process.',
    rules: ['SPAWN-28'],
    change: forget('execPath', 'fork'),
    witness: forked({ execPath: '/bin/true' }),
  },
  'numbers-are-not-signals': {
    sentence: 'subprocess.kill([signal]): signal {number|string}.',
    rules: ['SPAWN-28'],
    change: () => wrap(children.ChildProcess.prototype, 'kill', (whole) => function kill(signal) {
      return whole.call(this, typeof signal === 'number' ? 'SIGTERM' : signal);
    }),
    witness: (print) => {
      const child = children.spawn('sleep', ['100']);
      child.on('exit', (code, signal) => print(signal));
      child.kill(os.constants.signals.SIGHUP);
    },
  },
  'descriptors-are-ignored': {
    sentence: 'Positive integer: The integer value is interpreted as a file descriptor that is open in the parent process. It is shared with the child process.',
    rules: ['SPAWN-28'],
    change: changeOptions(['spawn', 'spawnSync'], ({ stdio }) => ({
      stdio: Array.isArray(stdio) ? stdio.map((item) => typeof item === 'number' ? 'ignore' : item) : stdio,
    })),
    witness: () => children.spawnSync('echo', ['text'], { stdio: ['ignore', 1, 'ignore'] }),
  },
  'streams-are-ignored': {
    sentence: "The stream's underlying file descriptor is duplicated in the child process to the fd that corresponds to the index in the stdio array.",
    rules: ['SPAWN-28'],
    change: changeOptions(['spawn'], ({ stdio }) => ({
      stdio: Array.isArray(stdio) ? stdio.map((item) => item && typeof item === 'object' ? 'ignore' : item) : stdio,
    })),
    witness: () => children.spawn('echo', ['text'], { stdio: ['ignore', process.stdout, 'ignore'] }),
  },
  'inherited-by-pipes': {
    sentence: "'inherit': equivalent to ['inherit', 'inherit', 'inherit'] or [0, 1, 2].",
    rules: ['SPAWN-28'],
    change: changeOptions(['spawn'], ({ stdio }) => ({ stdio: stdio === 'inherit' ? 'pipe' : stdio })),
    witness: (print) => print(children.spawn('true', { stdio: 'inherit' }).stdout === null),
  },
  'always-the-same-shell': {
    sentence: 'A different shell can be specified as a string.',
    rules: ['SPAWN-28'],
    change: changeOptions(['spawn', 'exec', 'execFile'], ({ shell }) => ({ shell: Boolean(shell) })),
    witness: (print) => children.execFile('echo', ['$0'], { shell: '/bin/bash' }, (error, stdout) => print(stdout)),
  },
  'an-error-after-the-end': {
    sentence: "The 'error' event is emitted whenever the child process was aborted via the signal option.",
    rules: ['SPAWN-28'],
    change: () => wrap(children, 'spawn', (whole) => (command, ...args) => {
      const child = whole(command, ...args);
      const { signal } = args.find((arg) => arg && arg.signal) || {};
      if (signal) signal.addEventListener('abort', () => { if (child.exitCode !== null) child.emit('error', signal.reason); });
      return child;
    }),
    witness: (print) => {
      const controller = new AbortController();
      const child = children.spawn('true', { signal: controller.signal });
      child.on('error', ({ name }) => print(name));
      child.on('exit', () => controller.abort());
    },
  },
  'any-amount-of-output': {
    sentence: 'maxBuffer: Largest amount of data in bytes allowed on stdout or stderr. Default: 1024 * 1024.',
    rules: ['SPAWN-28'],
    change: changeOptions(['execFile'], ({ maxBuffer = Infinity }) => ({ maxBuffer })),
    witness: (print) => children.execFile('head', ['-c', '1048577', '/dev/zero'], {}, (error) => print(error && error.code)),
  },
  'a-server-does-not-come': {
    sentence: "The child process will receive the object as the second argument passed to the callback function registered on the 'message' event.",
    rules: ['SPAWN-22'],
    change: () => wrap.event(process, 'message', (inTruth, [message, handle]) =>
      inTruth(message, handle && handle.listen ? undefined : handle)),
    witness: (print) => {
      const server = require('net').createServer().listen(0, () => {
        const code = 'process.once("message", (message, handle) => process.send(Boolean(handle)))';
        const child = children.spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        child.on('message', (found) => {
          print(found);
          child.kill();
          server.close();
        });
        child.send('server', server);
      });
    },
  },
  'workers-that-are-heard': {
    sentence: "silent {boolean} Whether or not to send output to parent's stdio.",
    rules: ['CLUSTER-15'],
    change: changeSettings('silent'),
    witness: clustered({ silent: true }),
  },
  'workers-in-another-folder': {
    sentence: 'cwd {string} Current working directory of the worker process.',
    rules: ['CLUSTER-15'],
    change: changeSettings('cwd'),
    witness: clustered({ cwd: '/' }),
  },
  'workers-with-other-options': {
    sentence: 'execArgv {string[]} List of string arguments passed to the Node.js executable.',
    rules: ['CLUSTER-15'],
    change: changeSettings('execArgv'),
    witness: clustered({ execArgv: ['--no-deprecation'] }),
  },
  'workers-that-know-json-alone': {
    sentence: 'serialization {string} Specify the kind of serialization used for sending messages between processes.',
    rules: ['CLUSTER-15'],
    change: changeSettings('serialization'),
    witness: clustered({ serialization: 'advanced' }, 'process.send(new Map()); process.disconnect();'),
  },
  'pipes-like-sockets': {
    sentence: 'The addressType is one of: -1 (Unix domain socket).',
    rules: ['CLUSTER-15'],
    change: () => {
      if (!isPrimary) return;
      wrap.event(cluster, 'listening', (inTruth, [worker, address]) =>
        inTruth(worker, { ...address, addressType: address.addressType === -1 ? 4 : address.addressType }));
    },
    witness: clustered({}, `require('net').createServer().listen('${file}.sock')`),
  },
  'policies-in-exchange': {
    sentence: 'The scheduling policy, either cluster.SCHED_RR for round-robin or cluster.SCHED_NONE to leave it to the operating system.',
    rules: ['CLUSTER-15'],
    change: () => { if (isPrimary) cluster.schedulingPolicy = cluster.SCHED_NONE; },
    witness: (print) => print(cluster.schedulingPolicy === cluster.SCHED_RR),
  },
  'codes-of-text-are-refused': {
    sentence: "For string type, only integer strings (e.g.,'1') are allowed.",
    rules: ['LIFE-38'],
    change: () => wrap(process, 'exit', (whole) => function exit(code) {
      if (typeof code === 'string') throw new TypeError('no number');
      return whole.call(this, code);
    }),
    witness: attempt(() => process.exit('3')),
  },
  'killed-by-default': {
    sentence: "signal {string|number} The signal to send, either as a string or number. Default: 'SIGTERM'.",
    rules: ['LIFE-38'],
    change: () => wrap(process, 'kill', (whole) => function kill(pid, signal = 'SIGKILL') { return whole.call(this, pid, signal); }),
    witness: (print) => {
      const child = children.spawn('sleep', ['100']);
      child.on('exit', (code, signal) => print(signal));
      process.kill(child.pid);
    },
  },
  'a-broken-pipe-ends': {
    sentence: "'SIGPIPE' is ignored by default.",
    rules: ['LIFE-38'],
    change: () => { process.on('SIGPIPE', () => process.exit(3)); },
    witness: (print) => {
      process.on('exit', (code) => print(code));
      process.kill(process.pid, 'SIGPIPE');
      setTimeout(() => {}, 20);
    },
  },
  'no-parent': {
    sentence: 'The process.ppid property returns the PID of the parent of the current process.',
    rules: ['LIFE-38'],
    change: () => set(process, 'ppid', 1),
    witness: (print) => print(process.ppid === 1),
  },
  'another-warning': {
    sentence: "If warning is passed as an Error object, it will be passed through to the 'warning' event handler unmodified.",
    rules: ['LIFE-38'],
    change: () => wrap.event(process, 'warning', (inTruth, [warning]) =>
      inTruth(Object.assign(new Error(warning.message), { name: warning.name, stack: warning.stack }))),
    witness: (print) => {
      const warning = new Error('text');
      process.once('warning', (found) => print(found === warning));
      process.emitWarning(warning);
    },
  },
  'transferred-by-lists-alone': {
    sentence: 'This implementation matches browser MessagePorts.',
    rules: ['WORKER-43'],
    change: changePorts((port) => wrap(port, 'postMessage', (whole) => function postMessage(value, list) {
      return whole.call(this, value, Array.isArray(list) ? list : undefined);
    })),
    witness: attempt(() => {
      const memory = new ArrayBuffer(4);
      new threads.MessageChannel().port1.postMessage(1, { transfer: [memory] });
      return memory.byteLength;
    }),
  },
  'copied-to-a-worker': {
    sentence: 'worker.postMessage(value[, transferList]): See port.postMessage() for more details.',
    rules: ['WORKER-43'],
    change: () => wrap(threads.Worker.prototype, 'postMessage', (whole) => function postMessage(value) { return whole.call(this, value); }),
    witness: attempt(() => {
      const memory = new ArrayBuffer(4);
      new threads.Worker('', { eval: true }).postMessage(1, [memory]);
      return memory.byteLength;
    }),
  },
  'anything-is-a-port': {
    sentence: 'receiveMessageOnPort(port): port {MessagePort|BroadcastChannel}.',
    rules: ['WORKER-43'],
    change: () => wrap(threads, 'receiveMessageOnPort', (whole) => (port) => {
      if (port instanceof EventTarget) return whole(port);
      return undefined;
    }),
    witness: attempt(() => threads.receiveMessageOnPort({}) === undefined),
  },
  'a-lock-for-each-thread': {
    sentence: 'Coordinate access to resources that may be shared across multiple threads within the same process.',
    rules: ['WORKER-29'],
    change: () => wrap(threads.locks, 'request', (whole) => function request(name, ...args) {
      return whole.call(this, threads.threadId ? `${name} ${threads.threadId}` : name, ...args);
    }),
    witness: (print) => {
      const code = `const { locks, parentPort } = require('worker_threads');
        locks.request('a', () => new Promise(() => { parentPort.postMessage(0); setInterval(() => {}, 1000); }));`;
      const worker = new threads.Worker(code, { eval: true });
      worker.on('message', () => threads.locks.request('a', { ifAvailable: true }, (lock) => {
        print(lock === null);
        worker.terminate();
      }));
    },
  },
  'a-worker-without-a-name': {
    sentence: "Inside the worker thread, it is available as require('node:worker_threads').threadName.",
    rules: ['WORKER-37'],
    change: () => { if (!threads.isMainThread) set(threads, 'threadName', ''); },
    witness: (print) => {
      new threads.Worker('const { parentPort, threadName } = require("worker_threads"); parentPort.postMessage(threadName)', { eval: true, name: 'fred' })
        .on('message', print);
    },
  },
  'listeners-by-the-copy': {
    sentence: "The 'abort' event is emitted when the abortController.abort() method is called.",
    rules: ['GLOBAL-9'],
    change: () => set(AbortSignal.prototype, 'addEventListener', function addEventListener(type, listener, options) {
      const call = typeof listener === 'function' ? (event) => listener.call(this, event) : listener;
      return EventTarget.prototype.addEventListener.call(this, type, call, options);
    }),
    witness: (print) => {
      const controller = new AbortController();
      const listener = () => print('abort');
      for (let i = 0; i < 2; i++) controller.signal.addEventListener('abort', listener);
      controller.abort();
    },
  },
};
