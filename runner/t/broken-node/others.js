// others.js - the pages on net, fs, modules and clusters, broken.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const net = require('net');
const wrap = require('./wrap.js');

const changeEvent = (Class, name, make) => wrap.event(Class.prototype, name, make);
const connect = (print, answer, then) => {
  const server = net.createServer((socket) => answer(socket, server));
  server.on('close', () => print('server-close'));
  server.listen(0, () => {
    const client = net.connect(server.address().port);
    for (const name of ['connect', 'ready', 'data', 'end', 'timeout', 'error', 'close']) {
      client.on(name, (value) => print(name, Buffer.isBuffer(value) ? String(value) : value));
    }
    client.on('close', () => server.close());
    if (then) then(client);
  });
};
const refused = (print) => {
  const client = net.connect(1, '127.0.0.1');
  for (const name of ['error', 'close']) client.on(name, (value) => print(name, value === true));
};
const script = (print, name, text, after) => {
  const folder = fs.mkdtempSync(`${require('os').tmpdir()}/broken-`);
  fs.writeFileSync(`${folder}/${name}`, text);
  global.print = print;
  after(`${folder}/${name}`);
  fs.unlinkSync(`${folder}/${name}`);
  fs.rmdirSync(folder);
};
const module64 = (text) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const cluster = () => require('cluster');
const changeCluster = (name, make) => {
  if (cluster().isPrimary) wrap.event(cluster(), name, make);
};
const fork = (print, act) => {
  const master = cluster();
  master.setupPrimary({ exec: `${__dirname}/witness.js`, args: ['others/wait'] });
  for (const name of ['fork', 'online', 'message', 'disconnect', 'exit']) {
    master.on(name, (worker, value) => print(name, name === 'exit' ? value : ''));
  }
  master.fork();
  master.once('message', (worker) => act(worker, master));
};

const rows = {
  'listening-within-the-call': {
    sentence: "server.listen() is asynchronous. When the server starts listening, the 'listening' event will be emitted.",
    rules: ['SOCK-1', 'TICK-14'],
    change: () => wrap(net.Server.prototype, 'listen', (whole) => function listen(...args) {
      const answer = whole.apply(this, args);
      if (this.listening) this.emit('listening');
      return answer;
    }),
    witness: (print) => {
      const server = net.createServer();
      server.on('listening', () => { print('listening'); server.close(); });
      server.listen(0);
      print('called');
    },
  },
  'server-closes-before-its-connections': {
    sentence: "The server is finally closed when all connections are ended and the server emits a 'close' event.",
    rules: ['SOCK-1'],
    change: () => wrap(net.Server.prototype, 'close', (whole) => function close(...args) {
      if (this.listening) process.nextTick(() => this.emit('close'));
      return whole.apply(this, args);
    }),
    witness: (print) => connect(print, (socket, server) => {
      server.close();
      setTimeout(() => socket.end(), 5);
    }, (client) => client.resume()),
  },
  'connect-comes-late': {
    sentence: "The 'connect' event is emitted when a socket connection is successfully established.",
    rules: ['SOCK-2'],
    change: () => changeEvent(net.Socket, 'connect', (emit) => { setTimeout(emit, 5); return true; }),
    witness: (print) => connect(print, (socket) => socket.end('x')),
  },
  'ready-before-connect': {
    sentence: "ready: triggered immediately after 'connect'.",
    rules: ['SOCK-2'],
    change: () => changeEvent(net.Socket, 'connect', (emit) => { process.nextTick(emit); return true; }),
    witness: (print) => connect(print, (socket) => socket.end('x')),
  },
  'close-says-nothing-of-an-error': {
    sentence: 'hadError: true if the socket had a transmission error.',
    rules: ['SOCK-4'],
    change: () => changeEvent(net.Socket, 'close', (emit) => emit(false)),
    witness: refused,
  },
  'close-before-error': {
    sentence: "The 'close' event will be called directly following the 'error' event.",
    rules: ['SOCK-4'],
    change: () => changeEvent(net.Socket, 'error', (emit, args) =>
      setTimeout(emit, 5, ...args)),
    witness: refused,
  },
  'early-writes-are-lost': {
    sentence: 'Data that is written while the socket is connecting is queued.',
    rules: ['SOCK-3'],
    change: () => wrap(net.Socket.prototype, 'write', (whole) => function write(chunk, ...rest) {
      if (!this.connecting) return whole.call(this, chunk, ...rest);
      const callback = rest.pop();
      if (callback) process.nextTick(callback);
      return true;
    }),
    witness: (print) => connect(print, (socket) => socket.pipe(socket), (client) => {
      client.write('x');
      client.end();
    }),
  },
  'timeout-closes-the-socket': {
    sentence: "When an idle timeout is triggered the socket will receive a 'timeout' event but the connection will not be severed.",
    rules: ['SOCK-5'],
    change: () => changeEvent(net.Socket, 'timeout', function sever(emit) { this.destroy(); return emit(); }),
    witness: (print) => connect(print, () => {}, (client) => client.setTimeout(10, () => {
      print(client.destroyed);
      client.destroy();
    })),
  },
  'timeout-is-lost': {
    sentence: 'socket.setTimeout(): sets the socket to timeout after timeout milliseconds of inactivity.',
    rules: ['SOCK-5'],
    change: () => wrap(net.Socket.prototype, 'setTimeout', () => function setTimeout() { return this; }),
    witness: (print) => connect(print, (socket) => setTimeout(() => socket.destroy(), 100),
      (client) => client.setTimeout(10)),
  },
  'half-open-is-closed': {
    sentence: 'allowHalfOpen: if set to true, the writable side is not automatically ended when the readable side ends.',
    rules: ['SOCK-6'],
    change: () => wrap(net, 'createServer', (whole) => (options, listener) =>
      (listener ? whole({ ...options, allowHalfOpen: false }, listener) : whole(options))),
    witness: (print) => {
      const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        socket.resume();
        socket.on('end', () => setTimeout(() => {
          print(socket.writable);
          socket.destroy();
          server.close();
        }, 5));
      });
      server.listen(0, () => net.connect(server.address().port).on('error', () => {}).end());
    },
  },
  'second-close-is-no-error': {
    sentence: 'It will be called with an Error as its only argument if the server was not open when it was closed.',
    rules: ['SOCK-7'],
    change: () => wrap(net.Server.prototype, 'close', (whole) => function close(callback) {
      return whole.call(this, callback && (() => callback()));
    }),
    witness: (print) => net.createServer().close((err) => print(!!err)),
  },
  'error-of-a-server-is-lost': {
    sentence: "All listening servers: if the port is in use, an 'error' event is emitted.",
    rules: ['SOCK-8'],
    change: () => changeEvent(net.Server, 'error', () => true),
    witness: (print) => {
      const first = net.createServer().listen(0, () => {
        const second = net.createServer().listen(first.address().port);
        second.on('error', () => print('error'));
        setTimeout(() => { first.close(); second.close(); }, 10);
      });
    },
  },
  'file-callback-within-the-call': {
    sentence: 'The callback APIs perform all operations asynchronously, without blocking the event loop, then invoke a callback function upon completion or error.',
    rules: ['FILE-1'],
    change: () => wrap(fs, 'stat', () => (file, callback) => {
      try { callback(null, fs.statSync(file)); } catch (err) { callback(err); }
    }),
    witness: (print) => {
      fs.stat('.', () => print('callback'));
      print('end');
    },
  },
  'file-callback-without-its-error': {
    sentence: 'The first argument is always reserved for an exception. If the operation is completed successfully, then the first argument is null or undefined.',
    rules: ['FILE-1'],
    change: () => wrap(fs, 'stat', (whole) => (file, callback) => whole(file, (err, stats) =>
      callback(err ? null : err, stats || {}))),
    witness: (print) => fs.stat('/missing', (err) => print(!!err)),
  },
  'synchronous-failure-is-not-thrown': {
    sentence: 'The synchronous APIs block the event loop until the operation is complete. Exceptions are thrown immediately.',
    rules: ['FILE-2'],
    change: () => wrap(fs, 'readFileSync', (whole) => (...args) => {
      try { return whole(...args); } catch (err) { if (err.code === 'ENOENT') return ''; throw err; }
    }),
    witness: (print) => {
      try { fs.readFileSync('/missing'); print('end'); } catch (err) { print('thrown'); }
    },
  },
  'file-callback-before-it-is-done': {
    sentence: 'To correctly order the operations, move the call into the callback of the first.',
    rules: ['FILE-3'],
    change: () => wrap(fs, 'rename', (whole) => (from, to, callback) => {
      setTimeout(() => whole(from, to, () => {}), 10);
      setImmediate(callback, null);
    }),
    witness: (print) => {
      const name = `${require('os').tmpdir()}/broken-${process.pid}`;
      fs.writeFileSync(name, '');
      fs.rename(name, `${name}-2`, () => {
        print(fs.existsSync(name));
        setTimeout(() => fs.unlinkSync(`${name}-2`), 50);
      });
    },
  },
  'file-promise-is-never-rejected': {
    sentence: 'The promise-based operations return a promise that is fulfilled when the asynchronous operation is complete.',
    rules: ['FILE-4'],
    change: () => wrap(fs.promises, 'stat', (whole) => (...args) => whole(...args).catch(() => ({}))),
    witness: (print) => fs.promises.stat('/missing').then(() => print('fulfilled'), () => print('rejected')),
  },
  'ready-before-open': {
    sentence: "ready: fires immediately after 'open'.",
    rules: ['FILE-5'],
    change: () => changeEvent(fs.ReadStream, 'open', (emit, args) =>
      process.nextTick(emit, ...args)),
    witness: (print) => {
      const stream = fs.createReadStream(__filename);
      for (const name of ['open', 'ready']) stream.on(name, () => print(name));
    },
  },
  'file-stream-does-not-close': {
    sentence: "The 'close' event is emitted when the fs.ReadStream's underlying file descriptor has been closed.",
    rules: ['FILE-5'],
    change: () => changeEvent(fs.ReadStream, 'close', () => true),
    witness: (print) => fs.createReadStream(__filename).resume().on('close', () => print('close')),
  },
  'finish-before-it-is-written': {
    sentence: 'finish: all data has been flushed to the underlying system.',
    rules: ['FILE-6'],
    change: () => wrap(fs.WriteStream.prototype, 'end', (whole) => function end(...args) {
      this.once('open', () => this.emit('finish'));
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const name = `${require('os').tmpdir()}/broken-${process.pid}`;
      const stream = fs.createWriteStream(name);
      stream.on('finish', () => print(fs.readFileSync(name).length));
      stream.on('close', () => fs.unlinkSync(name));
      stream.end('text');
    },
  },
  'file-signal-is-ignored': {
    sentence: 'If a request is aborted the promise returned is rejected with an AbortError.',
    rules: ['FILE-7'],
    change: () => wrap(fs.promises, 'readFile', (whole) => (file) => whole(file)),
    witness: (print) => {
      const controller = new AbortController();
      controller.abort();
      fs.promises.readFile(__filename, { signal: controller.signal })
        .then(() => print('fulfilled'), () => print('rejected'));
    },
  },
  'module-is-evaluated-each-time': {
    sentence: "Modules are cached after the first time they are loaded. Multiple calls to require('foo') may not cause the module code to be executed multiple times.",
    rules: ['MODULE-1'],
    change: () => {
      const { Module } = module.constructor;
      wrap(Module, '_load', (whole) => (request, ...rest) => {
        if (/loopspec-modules|broken-/.test(request)) delete require.cache[request];
        return whole(request, ...rest);
      });
    },
    witness: (print) => script(print, 'a.js', 'print("evaluated")', (file) => {
      require(file);
      require(file);
    }),
  },
  'cycle-sees-nothing': {
    sentence: 'When there are circular require() calls, an unfinished copy of the exports object is returned.',
    rules: ['MODULE-2'],
    change: () => {
      const { Module } = module.constructor;
      wrap(Module, '_load', (whole) => (request, parent, ...rest) => {
        const answer = whole(request, parent, ...rest);
        return request === './a.js' ? {} : answer;
      });
    },
    witness: (print) => script(print, 'a.js', "exports.x = 1; print(require('./a.js').x)",
      (file) => require(file)),
  },
  'import-evaluates-nothing': {
    sentence: 'import() is supported in both CommonJS and ES modules. Dynamic imports evaluate the module.',
    rules: ['MODULE-3', 'MODULE-4', 'MODULE-5', 'MODULE-6'],
    change: () => {
      const module = require('module');
      module.registerHooks({
        load: (url, context, next) => {
          const loaded = next(url, context);
          return url.startsWith('data:') ? { ...loaded, source: '', shortCircuit: true } : loaded;
        },
      });
    },
    witness: (print) => {
      global.print = print;
      import(module64('print("evaluated")')).then(() => print('done'));
    },
  },
  'import-is-evaluated-each-time': {
    sentence: 'A module is loaded multiple times only if the specifier differs.',
    rules: ['MODULE-3', 'MODULE-6'],
    change: () => {
      let count = 0;
      require('module').registerHooks({
        resolve: (specifier, context, next) => {
          const resolved = next(specifier, context);
          return specifier.startsWith('data:')
            ? { ...resolved, url: `${resolved.url}#${++count}` } : resolved;
        },
      });
    },
    witness: (print) => {
      global.print = print;
      const url = module64('print("evaluated")');
      import(url).then(() => import(url));
    },
  },
  'ticks-before-microtasks-in-a-module': {
    sentence: 'In ES modules the microtask queue is already being drained, so that promise callbacks run before process.nextTick() ones.',
    rules: ['MODULE-7'],
    change: () => {
      if (!process.execArgv.includes('--input-type=module')) return;
      wrap(process, 'nextTick', () => (callback, ...args) => queueMicrotask(() => callback(...args)));
    },
    witness: (print) => print(String(childProcess.spawnSync(process.execPath, ['--input-type=module', '-e',
      'process.nextTick(() => console.log(1)); queueMicrotask(() => console.log(2))']).stdout).trim()),
  },
  'online-comes-late': {
    sentence: "After forking a new worker, the worker should respond with an online message. When the primary receives an online message it will emit this event.",
    rules: ['CLUSTER-1'],
    change: () => changeCluster('online', (emit, args) => { setTimeout(emit, 3000, ...args); return true; }),
    witness: (print) => fork(print, (worker) => worker.kill()),
  },
  'exit-without-its-code': {
    sentence: "When any of the workers die the cluster module will emit the 'exit' event. code: the exit code, if it exited normally.",
    rules: ['CLUSTER-1'],
    change: () => changeCluster('exit', (emit, [worker]) => emit(worker, 0, null)),
    witness: (print) => fork(print, (worker) => worker.send('exit')),
  },
  'listening-is-lost': {
    sentence: "After calling listen() from a worker, a 'listening' event will also be emitted on cluster in the primary.",
    rules: ['CLUSTER-2'],
    change: () => changeCluster('listening', () => true),
    witness: (print) => {
      cluster().on('listening', (worker) => { print('listening'); worker.kill(); });
      fork(print, (worker) => { worker.send('listen'); setTimeout(() => worker.kill(), 2000); });
    },
  },
  'disconnect-calls-back-at-once': {
    sentence: 'cluster.disconnect([callback]): called when all workers are disconnected and handles are closed.',
    rules: ['CLUSTER-3'],
    change: () => {
      const master = cluster();
      if (!master.isPrimary) return;
      wrap(master, 'disconnect', (whole) => (callback) => {
        callback();
        return whole.call(master);
      });
    },
    witness: (print) => fork(print, (worker, master) => master.disconnect(() => print('callback'))),
  },
  'worker-ids-are-shared': {
    sentence: 'Each new worker is given its own unique id.',
    rules: ['CLUSTER-4'],
    change: () => {
      const master = cluster();
      if (!master.isPrimary) return;
      wrap(master, 'fork', (whole) => (env) =>
        Object.defineProperty(whole.call(master, env), 'id', { value: 1 }));
    },
    witness: (print) => {
      cluster().setupPrimary({ exec: '/dev/null' });
      print(cluster().fork().id, cluster().fork().id);
    },
  },
  'required-module-gives-a-promise': {
    sentence: 'require() loads ES modules that are fully synchronous.',
    rules: ['MODULE-8'],
    change: () => {
      const { Module } = module.constructor;
      wrap(Module, '_load', (whole) => (request, ...rest) =>
        (request.endsWith('.mjs') ? import(request) : whole(request, ...rest)));
    },
    witness: (print) => script(print, 'a.mjs', 'print("evaluated")', (file) => {
      try { require(file); } catch (err) { print('thrown'); }
      print('end');
    }),
  },
};
// What the workers of the clusters above run.
Object.defineProperty(rows, 'wait', {
  value: {
    witness: () => {
      process.on('message', (what) => {
        if (what === 'exit') process.exit(5);
        else net.createServer().listen(0);
      });
      process.send('ready');
    },
  },
});
module.exports = rows;
