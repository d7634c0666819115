// child-process-channels.js - the page on child processes, broken once more: streams, channels, limits, synchronous calls.
'use strict';

const childProcess = require('child_process');
const wrap = require('./wrap.js');

const { ChildProcess } = childProcess;
const isChild = Boolean(process.channel || process.env.LOOPSPEC_CHILD);
const change = (name, make) => wrap(ChildProcess.prototype, name, make);
const changeEvent = (name, make) => wrap.event(ChildProcess.prototype, name, make);
// Change a function of the module; those that call it inside of Node stay whole.
const changeCall = (name, make) => wrap(childProcess, name, make);
const changePromised = (make) => {
  const { custom } = require('util').promisify;
  const whole = childProcess.execFile;
  childProcess.execFile = Object.defineProperty((...args) => whole(...args), custom, { value: make(whole[custom]) });
};
const optionsOf = (args) => args.find((each) => each && typeof each === 'object' && !Array.isArray(each)) || {};
const tell = (print, child) => {
  for (const name of ['spawn', 'error', 'disconnect', 'exit', 'close']) {
    child.on(name, (...args) => print(name, ...args.map((each) => (each && each.code) || each)));
  }
  return child;
};
const shell = (print, code, options) => tell(print, childProcess.spawn('sh', ['-c', code], options));
const talk = (print, code) => tell(print, childProcess.spawn(process.execPath, ['-e', code],
  { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: { ...process.env, LOOPSPEC_CHILD: 1 } }))
  .on('message', (value) => print('message', value));
const showEnd = (print) => process.on('exit', () => print('exit'));

module.exports = {
  'close-does-not-wait-for-the-streams': {
    sentence: "The 'close' event is emitted after a process has ended and the stdio streams of a child process have been closed.",
    rules: ['SPAWN-5'],
    change: () => {
      changeEvent('close', () => true);
      changeEvent('exit', function both(emit, args) {
        const answer = emit(...args);
        for (const listener of this.rawListeners('close')) listener.apply(this, args);
        return answer;
      });
    },
    witness: (print) => shell(print, '(sleep 1; echo late) & exit 0').stdout.on('data', () => print('data')),
  },
  'exit-waits-for-the-streams': {
    sentence: "When the 'exit' event is triggered, child process stdio streams might still be open.",
    rules: ['SPAWN-5'],
    change: () => changeEvent('exit', function wait(emit, args) {
      if (!this.stdout || this.stdout.destroyed) return emit(...args);
      this.stdout.once('close', () => emit(...args));
      return true;
    }),
    witness: (print) => shell(print, '(sleep 1; echo late) & exit 0').stdout.on('data', () => print('data')),
  },
  'exit-comes-twice': {
    sentence: "The 'exit' event is emitted after the child process ends.",
    rules: ['SPAWN-3', 'SPAWN-5'],
    change: () => changeEvent('exit', (emit, args) => { emit(...args); return emit(...args); }),
    witness: (print) => shell(print, 'exit 1'),
  },
  'child-cannot-be-referenced-again': {
    sentence: 'Calling subprocess.ref() after making a call to subprocess.unref() will restore the removed reference count for the child process.',
    rules: ['SPAWN-13'],
    change: () => change('ref', () => () => {}),
    witness: (print) => {
      const child = shell(print, 'sleep 0.1', { stdio: 'ignore' });
      child.unref();
      child.ref();
      showEnd(print);
    },
  },
  'channel-does-not-hold': {
    sentence: 'The parent can exit independently of the child, unless there is an established IPC channel between the child and the parent processes.',
    rules: ['SPAWN-14'],
    change: () => wrap(childProcess, 'spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (child.channel) child.channel.unref();
      return child;
    }),
    witness: (print) => { talk(print, 'process.on("message", () => {}); setTimeout(() => process.disconnect(), 50)').unref(); showEnd(print); },
  },
  'unreferenced-channel-holds': {
    sentence: 'subprocess.channel.unref(): makes the IPC channel not keep the event loop of the parent process running.',
    rules: ['SPAWN-14'],
    change: () => wrap(childProcess, 'spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (child.channel) child.channel.unref = () => {};
      return child;
    }),
    witness: (print) => {
      const child = talk(print, 'process.on("message", () => {}); setTimeout(() => process.disconnect(), 50)');
      child.unref();
      child.channel.unref();
      showEnd(print);
    },
  },
  'listening-child-does-not-hold': {
    sentence: "The child is launched with the IPC channel unreferenced until it registers an event handler for the 'disconnect' event or the 'message' event.",
    rules: ['SPAWN-14'],
    change: () => {
      if (isChild && process.channel) {
        wrap(process, 'on', (whole) => function on(...args) {
          const answer = whole.apply(this, args);
          if (args[0] === 'message') process.channel.unref();
          return answer;
        });
      }
    },
    witness: (print) => {
      const child = talk(print, 'process.on("message", () => process.exit(5)); process.send(1)');
      child.on('message', () => setTimeout(() => child.connected && child.send(1), 50));
    },
  },
  'silent-child-is-held': {
    sentence: 'This allows the child process to exit normally without the process being held open by the open IPC channel.',
    rules: ['SPAWN-14'],
    change: () => { if (isChild && process.channel) process.channel.ref(); },
    witness: (print) => {
      const child = talk(print, 'process.send(1)');
      setTimeout(() => { print('timeout'); child.kill('SIGKILL'); }, 1000).unref();
    },
  },
  'exit-code-is-late': {
    sentence: 'subprocess.exitCode: the exit code of the child process; null while it runs.',
    rules: ['SPAWN-3'],
    change: () => changeEvent('exit', function hide(emit, args) {
      const { exitCode } = this;
      this.exitCode = null;
      const answer = emit(...args);
      this.exitCode = exitCode;
      return answer;
    }),
    witness: (print) => shell(print, 'exit 3').on('exit', function show() { print(this.exitCode); }),
  },
  'signal-code-is-not-set': {
    sentence: 'When the child process is terminated by a signal, subprocess.exitCode will be null and subprocess.signalCode will be set.',
    rules: ['SPAWN-3'],
    change: () => changeEvent('exit', function hide(emit, args) {
      this.signalCode = null;
      return emit(...args);
    }),
    witness: (print) => shell(print, 'kill $$').on('exit', function show() { print(this.signalCode); }),
  },
  'killed-though-it-failed': {
    sentence: 'killed: set to true after subprocess.kill() is used to successfully send a signal to the child process.',
    rules: ['SPAWN-4'],
    change: () => change('kill', (whole) => function kill(...args) {
      const answer = whole.apply(this, args);
      this.killed = true;
      return answer;
    }),
    witness: (print) => shell(print, 'exit 0').on('close', function show() { this.kill(); print(this.killed); }),
  },
  'killed-means-ended': {
    sentence: 'The killed property does not indicate that the child process has been terminated.',
    rules: ['SPAWN-4'],
    change: () => change('kill', (whole) => function kill(...args) {
      const answer = whole.apply(this, args);
      this.killed = false;
      this.once('exit', () => { this.killed = true; });
      return answer;
    }),
    witness: (print) => { const child = shell(print, 'sleep 10'); child.kill(); print(child.killed); },
  },
  'other-kill-signal-is-ignored': {
    sentence: 'subprocess.kill([signal]): sends a signal to the child process. If no argument is given, SIGTERM is sent.',
    rules: ['SPAWN-4'],
    change: () => change('kill', (whole) => function kill(signal) { return whole.call(this, signal === 0 ? 0 : 'SIGTERM'); }),
    witness: (print) => shell(print, 'sleep 10').kill('SIGKILL'),
  },
  'dispose-does-not-kill': {
    sentence: 'subprocess[Symbol.dispose](): calls subprocess.kill() with SIGTERM.',
    rules: ['SPAWN-4'],
    change: () => change(Symbol.dispose, () => () => {}),
    witness: (print) => { const child = shell(print, 'sleep 1'); child[Symbol.dispose](); },
  },
  'spawn-has-no-timeout': {
    sentence: 'spawn: timeout: in milliseconds the maximum amount of time the process is allowed to run.',
    rules: ['SPAWN-15'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).timeout; return whole(...args); }),
    witness: (print) => shell(print, 'sleep 1', { timeout: 50 }),
  },
  'kill-signal-is-always-term': {
    sentence: 'killSignal: the signal value to be used when the spawned process will be killed by timeout or abort signal.',
    rules: ['SPAWN-15'],
    change: () => ['spawn', 'execFile', 'exec'].forEach((name) => changeCall(name, (whole) => (...args) => {
      delete optionsOf(args).killSignal;
      return whole(...args);
    })),
    witness: (print) => shell(print, 'sleep 1', { timeout: 50, killSignal: 'SIGKILL' }),
  },
  'spawn-ignores-its-signal': {
    sentence: 'spawn: signal: allows aborting the child process using an AbortSignal.',
    rules: ['SPAWN-15'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).signal; return whole(...args); }),
    witness: (print) => {
      const controller = new AbortController();
      shell(print, 'sleep 0.2', { signal: controller.signal });
      controller.abort();
    },
  },
  'too-much-output-is-taken': {
    sentence: 'maxBuffer: largest amount of data in bytes allowed on stdout or stderr. If exceeded, the child process is terminated and any output is truncated.',
    rules: ['SPAWN-16'],
    change: () => ['execFile', 'exec'].forEach((name) => changeCall(name, (whole) => (...args) => {
      delete optionsOf(args).maxBuffer;
      return whole(...args);
    })),
    witness: (print) => childProcess.execFile('echo', ['0123456789'], { maxBuffer: 5 }, (error, out) =>
      print(error && error.code, out.length)),
  },
  'promised-output-is-lost': {
    sentence: "execFile: invoked as its util.promisify()ed version, it returns a Promise for an Object with stdout and stderr properties.",
    rules: ['SPAWN-17'],
    change: () => changePromised((whole) => (...args) => whole(...args).then(() => ({ stdout: '', stderr: '' }))),
    witness: (print) => require('util').promisify(childProcess.execFile)('echo', ['x']).then(({ stdout }) => print(stdout.length)),
  },
  'promise-of-a-failure-is-fulfilled': {
    sentence: 'In case of an error (including any error resulting in an exit code other than 0), a rejected promise is returned.',
    rules: ['SPAWN-17'],
    change: () => changePromised((whole) => (...args) => whole(...args).catch((error) => ({ stdout: error.stdout, stderr: error.stderr }))),
    witness: (print) => require('util').promisify(childProcess.execFile)('false').then(() => print('fulfilled'), ({ code }) => print(code)),
  },
  'exec-spawns-no-shell': {
    sentence: 'exec(): spawns a shell and runs a command within that shell, passing the stdout and stderr to a callback when complete.',
    rules: ['SPAWN-7'],
    change: () => changeCall('exec', (whole) => (command, ...rest) => {
      const callback = rest.pop();
      return whole(command, ...rest, (error) => callback(error, '', ''));
    }),
    witness: (print) => childProcess.exec('echo a; exit 3', (error, out) => print(error.code, out.length)),
  },
  'callback-of-a-send-with-the-call': {
    sentence: 'send: the callback is invoked after the message is sent but before the child process may have received it (not within the call).',
    rules: ['SPAWN-18'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (!child.send) return child;
      const send = child.send;
      child.send = (message, callback) => {
        const answer = send.call(child, message, () => {});
        if (callback) callback(null);
        return answer;
      };
      return child;
    }),
    witness: (print) => {
      const child = talk(print, 'process.once("message", () => {})');
      child.send(1, () => print('sent'));
      print('called');
    },
  },
  'send-to-an-ended-child-succeeds': {
    sentence: "If no callback function is provided and the message cannot be sent, an 'error' event will be emitted by the ChildProcess object.",
    rules: ['SPAWN-18'],
    change: () => changeEvent('error', (emit, [error]) => (error.code === 'ERR_IPC_CHANNEL_CLOSED' ? true : emit(error))),
    witness: (print) => {
      const child = talk(print, '');
      child.on('close', () => print(child.send(1)));
    },
  },
  'disconnect-before-the-messages': {
    sentence: "The 'disconnect' event will be emitted when there are no messages in the process of being received.",
    rules: ['SPAWN-11'],
    change: () => wrap(ChildProcess.prototype, 'emit', (whole) => function emit(name, ...args) {
      if (name === 'message') {
        setTimeout(() => whole.call(this, name, ...args), 200);
        return true;
      }
      return whole.call(this, name, ...args);
    }),
    witness: (print) => talk(print, 'process.send(1, () => process.disconnect())'),
  },
  'connected-until-the-event': {
    sentence: 'After calling disconnect() the subprocess.connected property will be set to false.',
    rules: ['SPAWN-12'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (!child.disconnect) return child;
      const disconnect = child.disconnect;
      child.disconnect = () => { setImmediate(() => child.connected && disconnect.call(child)); };
      return child;
    }),
    witness: (print) => {
      const child = talk(print, 'process.on("disconnect", () => {}); process.send(1)');
      child.on('message', () => { child.disconnect(); print(child.connected); });
    },
  },
  'synchronous-call-has-no-timeout': {
    sentence: 'spawnSync: timeout: in milliseconds the maximum amount of time the process is allowed to run.',
    rules: ['SPAWN-10'],
    change: () => changeCall('spawnSync', (whole) => (...args) => { delete optionsOf(args).timeout; return whole(...args); }),
    witness: (print) => print(childProcess.spawnSync('sleep', ['0.2'], { timeout: 50 }).signal),
  },
  'synchronous-call-takes-no-input': {
    sentence: 'spawnSync: input: the value which will be passed as stdin to the spawned process.',
    rules: ['SPAWN-10'],
    change: () => changeCall('spawnSync', (whole) => (...args) => { optionsOf(args).input = ''; return whole(...args); }),
    witness: (print) => print(childProcess.spawnSync('cat', [], { input: 'text' }).stdout.length),
  },
  'missing-folder-is-ignored': {
    sentence: 'cwd: if given, but the path does not exist, the child process emits an ENOENT error and exits immediately.',
    rules: ['SPAWN-2'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).cwd; return whole(...args); }),
    witness: (print) => shell(print, 'exit 0', { cwd: '/missing' }),
  },
  'input-is-never-ended': {
    sentence: 'If a child process waits to read all of its input, the child process will not continue until this stream has been closed via end().',
    rules: ['SPAWN-19'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (child.stdin) child.stdin.end = () => {};
      return child;
    }),
    witness: (print) => {
      const child = tell(print, childProcess.spawn('cat'));
      child.stdin.end();
      setTimeout(() => child.kill(), 200).unref();
    },
  },
  'forked-child-is-disconnected': {
    sentence: 'fork(): the returned ChildProcess will have an additional communication channel built in.',
    rules: ['SPAWN-20'],
    change: () => changeCall('fork', (whole) => (...args) => {
      const child = whole(...args);
      setImmediate(() => child.connected && child.disconnect());
      return child;
    }),
    witness: (print) => tell(print, childProcess.fork(__filename)).on('exit', () => {}).once('spawn', function later() {
      setTimeout(() => print(this.connected), 1);
    }),
  },
  'forked-child-has-no-arguments': {
    sentence: 'fork(modulePath[, args][, options]): args: list of string arguments.',
    rules: ['SPAWN-20'],
    change: () => changeCall('fork', (whole) => (file, args, options) => whole(file, [], Array.isArray(args) ? options : args)),
    witness: (print) => print(childProcess.fork(__filename, ['x']).spawnargs.length),
  },
  'advanced-messages-are-json': {
    sentence: 'serialization: json or advanced.',
    rules: ['SPAWN-20'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).serialization; return whole(...args); }),
    witness: (print) => childProcess.spawn(process.execPath, ['-e', 'process.send(new Set([1]))'],
      { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' }).on('message', (value) => print(value instanceof Set)),
  },
  'detached-child-is-in-the-group': {
    sentence: 'options.detached: the child process will be made the leader of a new process group and session.',
    rules: ['SPAWN-20'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).detached; return whole(...args); }),
    witness: (print) => {
      const child = childProcess.spawn('sh', ['-c', 'read -r pid name state parent group rest </proc/$$/stat; echo $group'], { detached: true });
      child.stdout.on('data', (text) => print(Number(text) === child.pid));
    },
  },
  'aborted-before-is-started': {
    sentence: 'spawn: signal: allows aborting the child process using an AbortSignal (one aborted before).',
    rules: ['SPAWN-15'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const options = optionsOf(args);
      if (options.signal && options.signal.aborted) delete options.signal;
      return whole(...args);
    }),
    witness: (print) => shell(print, 'exit 0', { signal: AbortSignal.abort() }),
  },
  'failing-shell-is-not-thrown': {
    sentence: 'execSync(): if the process times out or has a non-zero exit code, this method will throw.',
    rules: ['SPAWN-10'],
    change: () => changeCall('execSync', (whole) => (...args) => { try { return whole(...args); } catch (error) { return error.stdout; } }),
    witness: (print) => { try { childProcess.execSync('exit 3'); print('well'); } catch ({ status }) { print(status); } },
  },
  'environment-is-inherited': {
    sentence: 'env: environment key-value pairs. Default: process.env.',
    rules: ['SPAWN-20'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).env; return whole(...args); }),
    witness: (print) => childProcess.spawn('sh', ['-c', 'echo "$X"'], { env: { PATH: process.env.PATH, X: 'x' } })
      .stdout.on('data', (text) => print(String(text).trim())),
  },
  'more-streams-are-ignored': {
    sentence: "options.stdio: for fd 3 and up, the default is 'ignore'; 'pipe' creates a pipe between the child and the parent.",
    rules: ['SPAWN-21'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const options = optionsOf(args);
      if (Array.isArray(options.stdio)) options.stdio = options.stdio.map((each, i) => (i > 2 && each === 'pipe' ? 'ignore' : each));
      return whole(...args);
    }),
    witness: (print) => print(Boolean(childProcess.spawn('true', { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }).stdio[3])),
  },
  'shell-is-ignored': {
    sentence: 'shell: if true, runs command inside of a shell.',
    rules: ['SPAWN-21'],
    change: () => changeCall('spawn', (whole) => (...args) => { delete optionsOf(args).shell; return whole(...args); }),
    witness: (print) => tell(print, childProcess.spawn('exit 3', { shell: true })),
  },
  'sent-socket-is-lost': {
    sentence: 'subprocess.send(message, sendHandle): the received object is passed as the second argument of the message event.',
    rules: ['SPAWN-22'],
    change: () => {
      if (isChild || process.send) wrap.event(process, 'message', (emit, [message, handle]) => { if (handle) handle.destroy(); return emit(message, handle); });
    },
    witness: (print) => {
      const net = require('net');
      const child = talk(print, 'process.on("message", (text, socket) => { socket.end("1"); process.disconnect(); })');
      const server = net.createServer((socket) => { child.send('x', socket); server.close(); }).listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1').on('data', (text) => print(String(text))).on('error', () => {});
      });
    },
  },
  'orphan-is-not-told': {
    sentence: "process 'disconnect': emitted when the IPC channel is closed.",
    rules: ['SPAWN-22'],
    change: () => { if (process.send) wrap.event(process, 'disconnect', () => true); },
    witness: (print) => childProcess.spawn(process.execPath, ['-e', "process.on('disconnect', () => process.stdout.write('told')); process.disconnect()"],
      { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] }).stdout.on('data', (text) => print(String(text))),
  },
  'sent-connections-count-twice': {
    sentence: 'server.getConnections(): works when sockets were sent to forks.',
    rules: ['SPAWN-22'],
    change: () => wrap(require('net').Server.prototype, 'getConnections', (whole) => function count(callback) {
      return whole.call(this, (error, number) => callback(error, number + Number(this._usingWorkers)));
    }),
    witness: (print) => {
      const net = require('net');
      const child = talk(print, 'process.on("message", (text, socket) => process.once("message", () => { socket.end(); process.disconnect(); }))');
      const server = net.createServer((socket) => child.send('x', socket, () => server.getConnections((error, count) => {
        print(count);
        server.close();
        child.send('end');
      }))).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
    },
  },
  'unread-child-never-closes': {
    sentence: "Event 'close': will always emit after 'exit' was already emitted.",
    rules: ['SPAWN-5'],
    change: () => changeCall('spawn', (whole) => (...args) => {
      const child = whole(...args);
      for (const stream of [child.stdout, child.stderr].filter(Boolean)) {
        wrap(stream, 'resume', (whole) => function resume() { return this.listenerCount('data') ? whole.call(this) : this; });
      }
      return child;
    }),
    witness: (print) => childProcess.spawn('echo', ['text']).on('close', (code) => print('close', code)),
  },
  'listeners-take-back-what-was-asked': {
    sentence: 'process.channel.unref(): can be used to explicitly request a specific behavior.',
    rules: ['SPAWN-14'],
    change: () => {
      if (process.channel) process.on('newListener', (name) => { if (name === 'message') process.channel.ref(); });
    },
    witness: (print) => {
      const child = childProcess.spawn(process.execPath, ['-e', 'process.channel.unref(); process.on("message", () => {})'],
        { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.on('exit', (code) => print('exit', code));
      setTimeout(() => child.kill(), 3000).unref();
    },
  },
  'early-messages-are-lost': {
    sentence: "process event 'message': emitted whenever a message sent by a parent process is received by the child process.",
    rules: ['SPAWN-32'],
    change: () => wrap(process, 'on', (whole) => function on(name, call) {
      if (name !== 'message' || !process.channel) return whole.call(this, name, call);
      let early = true;
      setImmediate(() => { early = false; });
      return whole.call(this, name, (...message) => { if (!early) call(...message); });
    }),
    witness: (print) => {
      const late = 'setTimeout(() => { process.on("message", () => process.send("got")); setTimeout(() => process.exit(), 50); }, 50)';
      const child = require('child_process').spawn(process.execPath, ['-e', late], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.on('message', print).send('x');
    },
  },
};
