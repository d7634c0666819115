// cluster-lives.js - the page on clusters, broken where workers begin, are listed and leave.
'use strict';

const net = require('net');
const program = require('./program.js');
const wrap = require('./wrap.js');

const cluster = () => require('cluster');
const { isWorker } = cluster();
const primary = (change) => () => { if (!isWorker) change(cluster()); };
const worker = (change) => () => { if (isWorker) change(cluster()); };
const changeEvent = (name, make) => primary((master) => wrap.event(master, name, make));
const changeWorkerEvent = (name, make) => primary((master) => wrap.event(master.Worker.prototype, name, make));
const changeWorker = (name, make) => primary((master) => wrap(master.Worker.prototype, name, make));
const changeFork = (make) => primary((master) => wrap(master, 'fork', make));
const changeDisconnect = (make) => primary((master) => wrap(master, 'disconnect', make));
const changeSetup = (make) => primary((master) => {
  wrap(master, 'setupPrimary', make);
  master.setupMaster = master.setupPrimary;
});
const leaveOut = (name, when = () => true) => (whole) => function setup(options) {
  const rest = { ...options };
  if (when(rest)) delete rest[name];
  return whole.call(this, rest);
};
const defaultOf = (name, value) => (whole) => function setup(options) {
  const isFirst = !this.settings.exec;
  whole.call(this, options);
  if (isFirst && !(options && name in options)) this.settings[name] = value;
};
const unlist = function unlist(emit, args) {
  delete cluster().workers[this.id];
  return emit(...args);
};
const online = (master, each) => { for (const listener of master.rawListeners('online')) listener.call(master, each); };

module.exports = {
  'unlisted-when-disconnected': {
    sentence: 'A worker is removed from cluster.workers after the worker has disconnected and exited.',
    rules: ['CLUSTER-4'],
    change: changeWorkerEvent('disconnect', unlist),
    witness: program('clusters/list-until-both'),
  },
  'unlisted-when-ended': {
    sentence: 'A worker is removed from cluster.workers after the worker has disconnected and exited.',
    rules: ['CLUSTER-4'],
    change: changeWorkerEvent('exit', unlist),
    witness: program('clusters/list-until-both'),
  },
  'dead-when-disconnected': {
    sentence: "worker.isDead() returns true if the worker's process has terminated. Otherwise, it returns false.",
    rules: ['CLUSTER-4'],
    change: changeWorker('isDead', (whole) => function isDead() { return whole.call(this) || !this.isConnected(); }),
    witness: program('clusters/list-until-both'),
  },
  'disconnect-waits-for-the-exit': {
    sentence: "There may be a delay between the 'disconnect' and 'exit' events.",
    rules: ['CLUSTER-4'],
    change: changeEvent('disconnect', (emit, [each]) => {
      if (each.isDead()) return emit(each);
      each.process.once('exit', () => emit(each));
      return true;
    }),
    witness: program('clusters/list-until-both'),
  },
  'no-disconnect-in-the-worker': {
    sentence: "worker 'disconnect': similar to the cluster.on('disconnect') event, but specific to this worker (in the worker).",
    rules: ['CLUSTER-4'],
    change: worker((own) => wrap.event(own.Worker.prototype, 'disconnect', () => true)),
    witness: program('clusters/list-until-both'),
  },
  'called-back-at-once': {
    sentence: 'cluster.disconnect(callback): called when all workers are disconnected and handles are closed.',
    rules: ['CLUSTER-3'],
    change: changeDisconnect((whole) => function disconnect(callback) {
      whole.call(this);
      if (callback) process.nextTick(callback);
    }),
    witness: program('clusters/disconnect-and-wait'),
  },
  'disconnecting-kills': {
    sentence: 'cluster.disconnect(): calls .disconnect() on each worker in cluster.workers.',
    rules: ['CLUSTER-3'],
    change: changeDisconnect((whole) => function disconnect(callback) {
      for (const each of Object.values(this.workers)) each.process.kill('SIGKILL');
      whole.call(this, callback);
    }),
    witness: program('clusters/disconnect-and-wait'),
  },
  'streams-are-not-set': {
    sentence: 'stdio: configures the stdio of forked processes.',
    rules: ['CLUSTER-16'],
    change: changeSetup(leaveOut('stdio')),
    witness: program('clusters/stdio'),
  },
  'silent-wins': {
    sentence: 'When this option (stdio) is provided, it overrides silent.',
    rules: ['CLUSTER-16'],
    change: changeSetup(leaveOut('stdio', ({ silent }) => silent)),
    witness: program('clusters/stdio'),
  },
  'a-channel-is-added': {
    sentence: "Because the cluster module relies on IPC to function, this configuration must contain an 'ipc' entry.",
    rules: ['CLUSTER-16'],
    change: changeSetup((whole) => function setup(options) {
      const { stdio } = options || {};
      return whole.call(this, stdio && !stdio.includes('ipc') ? { ...options, stdio: [...stdio, 'ipc'] } : options);
    }),
    witness: program('clusters/stdio'),
  },
  'no-policy-of-the-environment': {
    sentence: 'cluster.schedulingPolicy can also be set through the NODE_CLUSTER_SCHED_POLICY environment variable.',
    rules: ['CLUSTER-16'],
    change: primary((master) => { master.schedulingPolicy = master.SCHED_RR; }),
    witness: program('clusters/policy'),
  },
  'always-in-turn': {
    sentence: 'SCHED_NONE: the primary process creates the listen socket and sends it to interested workers. The workers then accept incoming connections directly.',
    rules: ['CLUSTER-16'],
    change: changeSetup((whole) => function setup(options) {
      const policy = this.schedulingPolicy;
      this.schedulingPolicy = this.SCHED_RR;
      whole.call(this, options);
      this.schedulingPolicy = policy;
    }),
    witness: program('clusters/policy'),
  },
  'no-arguments-by-default': {
    sentence: 'args: default process.argv.slice(2).',
    rules: ['CLUSTER-16'],
    change: changeSetup(defaultOf('args', [])),
    witness: program('clusters/defaults'),
  },
  'no-options-by-default': {
    sentence: 'execArgv: default process.execArgv.',
    rules: ['CLUSTER-16'],
    change: changeSetup(defaultOf('execArgv', [])),
    witness: program('clusters/defaults'),
  },
  'another-file-by-default': {
    sentence: 'exec: default process.argv[1].',
    rules: ['CLUSTER-16'],
    change: changeSetup(defaultOf('exec', '/dev/null')),
    witness: program('clusters/defaults'),
  },
  'silent-by-default': {
    sentence: 'silent: default false.',
    rules: ['CLUSTER-16'],
    change: changeSetup((whole) => function setup(options) { return whole.call(this, { silent: true, ...this.settings, ...options }); }),
    witness: program('clusters/defaults'),
  },
  'no-error-of-a-worker': {
    sentence: "worker 'error': the same as the one provided by child_process.fork().",
    rules: ['CLUSTER-17'],
    change: changeWorkerEvent('error', () => true),
    witness: program('clusters/error'),
  },
  'error-of-a-worker-is-late': {
    sentence: "worker 'error': the same as the one provided by child_process.fork().",
    rules: ['CLUSTER-17'],
    change: changeWorkerEvent('error', (emit, args) => { setTimeout(emit, 50, ...args); return true; }),
    witness: program('clusters/error'),
  },
  'online-without-an-answer': {
    sentence: "'online' is emitted when the worker is running. When the primary receives an online message it will emit this event.",
    rules: ['CLUSTER-17'],
    change: primary((master) => {
      wrap.event(master, 'online', () => true);
      wrap.event(master, 'fork', (emit, [each]) => { setImmediate(online, master, each); return emit(each); });
    }),
    witness: program('clusters/error'),
  },
  'running-without-an-answer': {
    sentence: "worker 'online': similar to the cluster.on('online') event: when the worker is running.",
    rules: ['CLUSTER-17'],
    change: changeEvent('fork', (emit, [each]) => { each.emit('online'); return emit(each); }),
    witness: program('clusters/error'),
  },
  'setup-has-the-latest-settings': {
    sentence: 'The settings object is the cluster.settings object at the time .setupPrimary() was called.',
    rules: ['CLUSTER-11'],
    change: changeEvent('setup', (emit) => emit(cluster().settings)),
    witness: program('clusters/settings'),
  },
  'message-without-its-handle': {
    sentence: "cluster 'message': worker, message, handle.",
    rules: ['CLUSTER-18'],
    change: changeEvent('message', (emit, [each, message]) => emit(each, message)),
    witness: program('clusters/handles'),
  },
  'worker-without-its-handle': {
    sentence: "worker 'message': message, handle.",
    rules: ['CLUSTER-18'],
    change: changeWorkerEvent('message', (emit, [message]) => emit(message)),
    witness: program('clusters/handles'),
  },
  'sent-without-its-handle': {
    sentence: 'worker.send(): send a message to a worker or primary, optionally with a handle.',
    rules: ['CLUSTER-18'],
    change: changeWorker('send', (whole) => function send(message, handle, ...rest) {
      return typeof handle === 'object' ? whole.call(this, message, ...rest) : whole.call(this, message, handle, ...rest);
    }),
    witness: program('clusters/handles'),
  },
  'one-server-is-closed': {
    sentence: 'In a worker, disconnect() will close all servers.',
    rules: ['CLUSTER-9'],
    change: worker(() => {
      let isFirst = true;
      wrap(net.Server.prototype, 'close', (whole) => function close(callback) {
        if (isFirst) {
          isFirst = false;
          return whole.call(this, callback);
        }
        if (callback) callback();
        return this;
      });
    }),
    witness: program('clusters/servers-and-clients'),
  },
  'waits-for-clients': {
    sentence: 'Client connections are not automatically closed by workers, and disconnect does not wait for them to close before exiting.',
    rules: ['CLUSTER-9'],
    change: worker(() => wrap(process, 'disconnect', (whole) => function disconnect() {
      if (!process.getActiveResourcesInfo().includes('TCPSocketWrap')) return whole.call(process);
      setTimeout(disconnect, 20);
    })),
    witness: program('clusters/servers-and-clients'),
  },
  'connections-are-lost': {
    sentence: 'After a server is closed, connections may be accepted by any other listening worker.',
    rules: ['CLUSTER-9'],
    change: primary((master) => {
      let isLess = false;
      wrap(master.Worker.prototype, 'disconnect', (whole) => function disconnect() { isLess = true; return whole.call(this); });
      wrap(master, 'fork', (whole) => (env) => {
        const forked = whole.call(master, env);
        const { send } = forked.process;
        forked.process.send = function changed(message, handle, ...rest) {
          if (!isLess || !message || message.act !== 'newconn') return send.call(this, message, handle, ...rest);
          handle.close();
          return true;
        };
        return forked;
      });
    }),
    witness: program('clusters/servers-and-clients'),
  },
  'environment-of-all': {
    sentence: 'cluster.fork([env]): key/value pairs to add to worker process environment.',
    rules: ['CLUSTER-15'],
    change: changeFork((whole) => function fork(env) { Object.assign(process.env, env); return whole.call(this, env); }),
    witness: program('clusters/settings-of-a-worker'),
  },
  'fork-after-an-immediate': {
    sentence: "When a new worker is forked the cluster module will emit a 'fork' event.",
    rules: ['CLUSTER-1'],
    change: changeEvent('fork', (emit, args) => { setImmediate(() => setImmediate(emit, ...args)); return true; }),
    witness: program('clusters/life-of-a-worker'),
  },
  'workers-can-fork': {
    sentence: 'cluster.fork(): this can only be called from the primary process.',
    rules: ['CLUSTER-13'],
    change: worker((own) => { own.fork = () => ({}); }),
    witness: program('clusters/from-both-sides'),
  },
  'fork-keeps-its-variables': {
    sentence: 'fork(): env: key/value pairs to add to worker process environment.',
    rules: ['CLUSTER-15'],
    change: changeFork((whole) => function fork(env) {
      const added = Object.entries(env || {}).filter(([name]) => !(name in process.env));
      return whole.call(this, Object.fromEntries(added));
    }),
    witness: program('clusters/settings-of-a-worker'),
  },
  'nothing-is-exclusive': {
    sentence: 'When exclusive is true, the handle is not shared and attempted port sharing results in an error.',
    rules: ['CLUSTER-19'],
    change: () => wrap(require('dgram').Socket.prototype, 'bind', (whole) => function bind(options, ...rest) {
      if (options && options.exclusive) {
        process.nextTick(() => this.emit('listening'));
        return this;
      }
      return whole.call(this, options, ...rest);
    }),
    witness: (print) => {
      const dgram = require('dgram');
      const one = dgram.createSocket('udp4');
      one.bind(0, '127.0.0.1', () => {
        dgram.createSocket('udp4').on('error', ({ code }) => { print(code); one.close(); })
          .on('listening', () => { print('listening'); one.close(); })
          .bind({ port: one.address().port, address: '127.0.0.1', exclusive: true });
      });
    },
  },
};
