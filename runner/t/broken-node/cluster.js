// cluster.js - the page on clusters, broken once more.
'use strict';

const net = require('net');
const wrap = require('./wrap.js');

const cluster = () => require('cluster');
const { isWorker } = cluster();
const primary = (change) => () => { if (!isWorker) change(cluster()); };
const worker = (change) => () => { if (isWorker) change(cluster()); };
const changeEvent = (name, make) => primary((master) => wrap.event(master, name, make));
const changeWorkerEvent = (name, make) => primary((master) => wrap.event(master.Worker.prototype, name, make));
const changeWorker = (name, make) => primary((master) => wrap(master.Worker.prototype, name, make));

const fork = (print, what, act = () => {}) => {
  const master = cluster();
  master.setupPrimary({ exec: `${__dirname}/witness.js`, args: ['cluster/wait', what || ''] });
  for (const name of ['fork', 'online', 'listening', 'message', 'disconnect', 'exit']) {
    master.on(name, (each, value) => print(name, name === 'exit' || name === 'message' ? value : ''));
  }
  const each = master.fork();
  master.once('message', () => act(each, master));
  return each;
};

const rows = {
  'fork-comes-twice': {
    sentence: "When a new worker is forked the cluster module will emit a 'fork' event.",
    rules: ['CLUSTER-1'],
    change: changeEvent('fork', (emit, args) => { emit(...args); return emit(...args); }),
    witness: (print) => fork(print, '', (each) => each.kill()),
  },
  'fork-within-the-call': {
    sentence: "'fork' is emitted when the primary forks a worker (after the call).",
    rules: ['CLUSTER-1'],
    change: primary((master) => {
      wrap.event(master, 'fork', () => true);
      wrap(master, 'fork', (whole) => (env) => {
        const each = whole.call(master, env);
        for (const listener of master.rawListeners('fork')) listener.call(master, each);
        return each;
      });
    }),
    witness: (print) => { fork(print, '', (each) => each.kill()); print('called'); },
  },
  'online-before-fork': {
    sentence: "The difference between 'fork' and 'online' is that fork is emitted when the primary forks a worker, and 'online' is emitted when the worker is running.",
    rules: ['CLUSTER-1'],
    change: changeEvent('fork', (emit, [each]) => { cluster().emit('online', each); return emit(each); }),
    witness: (print) => fork(print, '', (each) => each.kill()),
  },
  'worker-is-not-online': {
    sentence: "worker 'online': similar to the cluster.on('online') event, but specific to this worker.",
    rules: ['CLUSTER-5'],
    change: changeWorkerEvent('online', () => true),
    witness: (print) => fork(print, '', (each) => each.kill()).on('online', () => print('own')),
  },
  'worker-emits-no-exit': {
    sentence: "worker 'exit': similar to the cluster.on('exit') event, but specific to this worker.",
    rules: ['CLUSTER-5'],
    change: changeWorkerEvent('exit', () => true),
    witness: (print) => fork(print, '', (each) => each.kill()).on('exit', () => print('own')),
  },
  'worker-emits-no-disconnect': {
    sentence: "worker 'disconnect': similar to the cluster.on('disconnect') event, but specific to this worker.",
    rules: ['CLUSTER-5'],
    change: changeWorkerEvent('disconnect', () => true),
    witness: (print) => fork(print, '', (each) => each.kill()).on('disconnect', () => print('own')),
  },
  'worker-emits-no-listening': {
    sentence: "worker 'listening': similar to the cluster.on('listening') event, but specific to this worker.",
    rules: ['CLUSTER-5'],
    change: changeWorkerEvent('listening', () => true),
    witness: (print) => {
      cluster().on('listening', (each) => each.process.kill());
      fork(print, 'listen').on('listening', () => print('own'));
    },
  },
  'message-for-the-worker-only': {
    sentence: "cluster 'message': emitted when the cluster primary receives a message from any worker.",
    rules: ['CLUSTER-5'],
    change: changeEvent('message', () => true),
    witness: (print) => fork(print).once('message', function stop() { print('own'); this.kill(); }),
  },
  'message-for-the-cluster-only': {
    sentence: "worker 'message': similar to the 'message' event of cluster, but specific to this worker.",
    rules: ['CLUSTER-5'],
    change: changeWorkerEvent('message', () => true),
    witness: (print) => fork(print, '', (each) => each.kill()).on('message', () => print('own')),
  },
  'exit-without-its-signal': {
    sentence: "cluster 'exit': signal: the name of the signal that caused the process to be killed.",
    rules: ['CLUSTER-6'],
    change: changeEvent('exit', (emit, [each, code]) => emit(each, code, null)),
    witness: (print) => {
      cluster().on('exit', (each, code, signal) => print(code, signal));
      fork(print, '', (each) => each.process.kill('SIGKILL'));
    },
  },
  'exit-is-late': {
    sentence: "When any of the workers die the cluster module will emit the 'exit' event.",
    rules: ['CLUSTER-6'],
    change: changeEvent('exit', (emit, args) => { setTimeout(emit, 100, ...args); return true; }),
    witness: (print) => fork(print, '', (each) => each.kill()).on('exit', () => setTimeout(() => print('later'), 50)),
  },
  'kill-without-a-signal': {
    sentence: "worker.kill(): disconnecting the worker.process, and once disconnected, killing with signal.",
    rules: ['CLUSTER-6'],
    change: changeWorker('kill', () => function kill() { this.process.disconnect(); }),
    witness: (print) => {
      cluster().on('exit', (each, code, signal) => print(code, signal));
      fork(print, 'hold', (each) => each.kill('SIGKILL'));
    },
  },
  'is-always-connected': {
    sentence: "worker.isConnected(): it is disconnected after the 'disconnect' event is emitted.",
    rules: ['CLUSTER-7'],
    change: changeWorker('isConnected', () => () => true),
    witness: (print) => fork(print, '', (each) => each.kill()).on('disconnect', function show() { print(this.isConnected()); }),
  },
  'exited-after-disconnect-is-never-set': {
    sentence: 'worker.exitedAfterDisconnect is true if the worker exited due to .disconnect().',
    rules: ['CLUSTER-7'],
    change: changeWorkerEvent('exit', function lie(emit, args) {
      this.exitedAfterDisconnect = false;
      return emit(...args);
    }),
    witness: (print) => fork(print, '', (each) => each.disconnect()).on('exit', function show() { print(this.exitedAfterDisconnect); }),
  },
  'exited-after-disconnect-is-always-set': {
    sentence: 'If the worker exited any other way, exitedAfterDisconnect is false.',
    rules: ['CLUSTER-7'],
    change: changeWorkerEvent('exit', function lie(emit, args) {
      this.exitedAfterDisconnect = true;
      return emit(...args);
    }),
    witness: (print) => fork(print, '', (each) => each.process.kill()).on('exit', function show() { print(this.exitedAfterDisconnect); }),
  },
  'worker-outlives-its-primary': {
    sentence: "Workers will call process.exit(0) if the 'disconnect' event occurs on process and .exitedAfterDisconnect is not true.",
    rules: ['CLUSTER-8'],
    change: worker(() => setImmediate(() => process.removeAllListeners('disconnect'))),
    witness: (print) => fork(print, 'hold', (each) => {
      each.process.disconnect();
      // A child that sleeps takes real time.
      require('child_process').execFile('sleep', ['1'], () => each.process.kill('SIGKILL'));
    }),
  },
  'disconnect-drops-the-connections': {
    sentence: 'worker.disconnect(): existing connections will be allowed to close as usual.',
    rules: ['CLUSTER-9'],
    change: worker(() => {
      const sockets = new Set();
      wrap.event(net.Server.prototype, 'connection', (emit, [socket]) => { sockets.add(socket); return emit(socket); });
      wrap(net.Server.prototype, 'close', (whole) => function close(...args) {
        for (const each of sockets) each.destroy();
        return whole.apply(this, args);
      });
    }),
    witness: (print) => fork(print, 'serve').on('listening', function connect({ port }) {
      const client = net.connect(port, '127.0.0.1', () => {
        setTimeout(() => this.disconnect(), 50);
        setTimeout(() => { print('end'); client.end(); }, 150);
      });
      client.on('data', () => {}).on('close', () => print('close')).on('error', () => print('error'));
    }),
  },
  'worker-is-listed-in-its-last-event': {
    sentence: "It is guaranteed that the removal from the cluster.workers list happens before the last 'disconnect' or 'exit' event is emitted.",
    rules: ['CLUSTER-4'],
    change: primary((master) => {
      const keep = (emit, args) => {
        const [each] = args;
        master.workers[each.id] = each;
        try { return emit(...args); } finally { delete master.workers[each.id]; }
      };
      wrap.event(master, 'exit', keep);
      wrap.event(master, 'disconnect', keep);
    }),
    witness: (print) => {
      cluster().on('exit', () => print(Object.keys(cluster().workers).length));
      cluster().on('disconnect', () => print(Object.keys(cluster().workers).length));
      fork(print, '', (each) => each.kill());
    },
  },
  'setup-is-silent': {
    sentence: "cluster 'setup': emitted every time .setupPrimary() is called.",
    rules: ['CLUSTER-11'],
    change: changeEvent('setup', () => true),
    witness: (print) => { cluster().on('setup', () => print('setup')); cluster().setupPrimary({}); },
  },
  'settings-change-running-workers': {
    sentence: 'After calling .setupPrimary() this settings object will contain the settings, including the default values.',
    rules: ['CLUSTER-11'],
    change: primary((master) => ['setupPrimary', 'setupMaster'].forEach((name) => wrap(master, name,
      (whole) => function setup(options) {
        whole.call(master, options);
        master.settings = { args: [] };
      }))),
    witness: (print) => { cluster().setupPrimary({ args: ['x'] }); print(cluster().settings.args); },
  },
  'send-is-lost': {
    sentence: "worker.send(): send a message to a worker; in the worker process.on('message').",
    rules: ['CLUSTER-12'],
    change: changeWorker('send', () => () => true),
    witness: (print) => fork(print, '', (each) => { each.send('exit'); setTimeout(() => each.kill(), 200); }),
  },
  'send-calls-nobody-back': {
    sentence: 'worker.send(message[, sendHandle[, options]][, callback])',
    rules: ['CLUSTER-12'],
    change: changeWorker('send', (whole) => function send(message) { return whole.call(this, message); }),
    witness: (print) => fork(print, '', (each) => each.send('x', () => { print('sent'); each.kill(); }) && setTimeout(() => each.kill(), 200)),
  },
  'connections-to-one-worker': {
    sentence: 'The primary process listens on a port, accepts new connections and distributes them across the workers in a round-robin fashion.',
    rules: ['CLUSTER-10'],
    change: primary((master) => {
      let first = null;
      wrap(master, 'fork', (whole) => (env) => {
        const forked = whole.call(master, env);
        const send = forked.process.send;
        first = first || ((...args) => send.apply(forked.process, args));
        forked.process.send = function changed(message, ...rest) {
          return message && message.act === 'newconn' ? first(message, ...rest) : send.call(this, message, ...rest);
        };
        return forked;
      });
    }),
    witness: (print) => {
      const master = cluster();
      master.setupPrimary({ exec: `${__dirname}/witness.js`, args: ['cluster/wait', 'name'] });
      const each = [master.fork(), master.fork()];
      let listening = 0;
      const seen = new Set();
      master.on('listening', (one, { port }) => {
        if (++listening < 2) return;
        const next = (left) => net.connect(port, '127.0.0.1').on('data', (name) => seen.add(String(name)))
          .on('close', () => {
            if (left) return next(left - 1);
            print(seen.size);
            each.forEach((worker_) => worker_.process.kill());
          }).on('error', () => {});
        next(3);
      });
    },
  },
  'is-both-primary-and-worker': {
    sentence: 'cluster.isWorker: true if the process is not a primary.',
    rules: ['CLUSTER-12'],
    change: worker((own) => { own.isWorker = false; }),
    witness: (print) => fork(print, 'kind', (each) => each.kill()),
  },
  'too-many-are-always-dropped': {
    sentence: 'server.maxConnections: if the process is running in cluster mode, Node.js will, by default, route the connection to another worker process.',
    rules: ['CLUSTER-20'],
    change: () => Object.defineProperty(net.Server.prototype, 'dropMaxConnection', { get: () => true, set() {}, configurable: true }),
    witness: (print) => print(net.createServer().dropMaxConnection),
  },
};
// What the workers above run.
Object.defineProperty(rows, 'wait', {
  value: {
    witness: () => {
      const what = process.argv[3];
      process.on('message', (message) => { if (message === 'exit') process.exit(5); });
      if (what === 'listen' || what === 'serve') net.createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
      if (what === 'name') net.createServer((socket) => socket.on('error', () => {}).end(String(process.pid))).listen(0, '127.0.0.1');
      if (what === 'hold') setInterval(() => {}, 1000);
      process.send(what === 'kind' ? String(cluster().isWorker) : 'ready');
    },
  },
});
module.exports = rows;
