// child-process-results.js - the page on child processes, broken in what a child, its channel and its results tell.
'use strict';

const { promisify } = require('util');
const children = require('child_process');
const wrap = require('./wrap.js');

const { ChildProcess } = children;

const changeChild = (names, change) => () => {
  for (const name of names) {
    wrap(children, name, (whole) => (...args) => {
      const child = whole(...args);
      change(child);
      return child;
    });
  }
};
const changeOptions = (names, change) => () => {
  for (const name of names) {
    wrap(children, name, (whole) => (...args) => {
      const options = args.find((arg) => arg && typeof arg === 'object' && !Array.isArray(arg));
      if (options) change(options);
      return whole(...args);
    });
  }
};
const changeResult = (change) => () => {
  for (const name of ['exec', 'execFile']) {
    wrap(children, name, (whole) => (...args) => {
      const callback = args.pop();
      if (typeof callback !== 'function') return whole(...args, callback);
      return whole(...args, (...results) => callback(...change(...results)));
    });
  }
};
const changeSync = (names, change) => () => {
  for (const name of names) wrap(children, name, (whole) => (...args) => change(() => whole(...args)));
};
const changeEvent = (name, make) => () => wrap.event(ChildProcess.prototype, name, make);

const started = (tell, ...args) => (print) => {
  const child = children.spawn(...(args.length ? args : ['true', { stdio: 'ignore' }]));
  child.on('error', () => print('error', tell(child)));
  child.on('close', () => print('close', tell(child)));
  print(tell(child));
};
const ended = (command, tell, options = {}) => (print) => children.exec(command, options, (...args) => print(tell(...args)));
const echo = (message) => (print) => {
  const code = 'process.once("message", (message) => process.send([message]));';
  const child = children.spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.on('message', (...args) => print(JSON.stringify(args)));
  child.send(message);
};
const channel = (act) => (print) => {
  const child = children.fork('-e', { silent: true, execArgv: ['-e', 'process.on("message", (message) => process.send(message));'] });
  child.on('error', ({ code }) => print(code));
  child.on('message', (message, handle) => {
    print(JSON.stringify(message), handle === undefined);
    child.disconnect();
    print(child.connected);
  });
  act(child, print);
};
const attempt = (act) => (print) => {
  try {
    print(JSON.stringify(act()));
  } catch (error) {
    print(error.status, error.code);
  }
};

module.exports = {
  'no-close-after-an-error': {
    sentence: "The 'close' event will always emit after 'exit' was already emitted, or 'error' if the child process failed to spawn.",
    rules: ['SPAWN-23'],
    change: changeEvent('close', function close(inTruth, args) { return this.pid === undefined || inTruth(...args); }),
    witness: started(() => '', '/nowhere/at/all'),
  },
  'id-of-none': {
    sentence: 'If the child process fails to spawn due to errors, then the value is undefined and error is emitted.',
    rules: ['SPAWN-23'],
    change: changeEvent('error', function error(inTruth, args) {
      if (this.pid === undefined) this.pid = 0;
      return inTruth(...args);
    }),
    witness: started(({ pid }) => pid === undefined, '/nowhere/at/all'),
  },
  'file-that-is-not-told': {
    sentence: 'For child_process.spawn(), its value will be the name of the executable file.',
    rules: ['SPAWN-23'],
    change: changeChild(['spawn'], (child) => { child.spawnfile = ''; }),
    witness: started(({ spawnfile }) => spawnfile),
  },
  'arguments-that-are-not-told': {
    sentence: 'The subprocess.spawnargs property represents the full list of command-line arguments the child process was launched with.',
    rules: ['SPAWN-23'],
    change: changeChild(['spawn'], (child) => { child.spawnargs = child.spawnargs.slice(1); }),
    witness: started(({ spawnargs }) => spawnargs.length),
  },
  'streams-that-are-cut': {
    sentence: 'A sparse array of pipes to the child process, corresponding with positions in the stdio option.',
    rules: ['SPAWN-23'],
    change: changeChild(['spawn'], (child) => { child.stdio = child.stdio.slice(0, 3); }),
    witness: started(({ stdio }) => stdio.length, 'true', { stdio: ['ignore', 'ignore', 'ignore', 'ignore'] }),
  },
  'channel-of-none': {
    sentence: 'If no IPC channel exists, this property is undefined.',
    rules: ['SPAWN-23'],
    change: changeChild(['spawn'], (child) => { if (!child.channel) child.channel = null; }),
    witness: started(({ channel: found }) => found === undefined),
  },
  'no-spawn-of-a-shell': {
    sentence: "This caveat also applies when using { shell: true }: the 'spawn' event will fire.",
    rules: ['SPAWN-23'],
    change: changeEvent('spawn', function spawn(inTruth, args) { return this.spawnfile === '/bin/sh' || inTruth(...args); }),
    witness: (print) => children.spawn('true', { shell: true }).on('spawn', () => print('spawn')),
  },
  'unknown-signals-are-ignored': {
    sentence: 'See signal(7) for a list of available signals.',
    rules: ['SPAWN-23'],
    change: () => wrap(ChildProcess.prototype, 'kill', (whole) => function kill(signal) {
      try {
        return whole.call(this, signal);
      } catch (error) {
        return false;
      }
    }),
    witness: attempt(() => children.spawn('true').kill('SIGNOTHING')),
  },
  'spawn-comes-later': {
    sentence: "If emitted, the 'spawn' event comes before all other events and before any data is received via stdout or stderr.",
    rules: ['SPAWN-1'],
    change: changeEvent('spawn', (inTruth, args) => {
      setTimeout(inTruth, 50, ...args);
      return true;
    }),
    witness: (print) => {
      const child = children.spawn('true');
      for (const name of ['spawn', 'exit']) child.on(name, () => print(name));
    },
  },
  'not-silent': {
    sentence: 'silent: if true, stdin, stdout, and stderr of the child process will be piped to the parent process.',
    rules: ['SPAWN-24'],
    change: changeOptions(['fork'], (options) => { options.silent = false; }),
    witness: channel((child, print) => print(child.stdout === null, child.send(1))),
  },
  'a-fork-without-a-channel': {
    sentence: "If the array variant is used, it must contain exactly one item with value 'ipc' or an error will be thrown.",
    rules: ['SPAWN-24'],
    change: changeOptions(['fork'], (options) => {
      if (Array.isArray(options.stdio) && !options.stdio.includes('ipc')) options.stdio = [...options.stdio, 'ipc'];
    }),
    witness: attempt(() => children.fork('/nowhere/at/all', { stdio: ['ignore', 'ignore', 'ignore'] }).connected),
  },
  'a-handle-of-null': {
    sentence: 'sendHandle: undefined or a net.Socket, net.Server, or dgram.Socket object.',
    rules: ['SPAWN-24'],
    change: changeEvent('message', (inTruth, [message, handle = null]) => inTruth(message, handle)),
    witness: (print) => {
      const child = children.spawn(process.execPath, ['-e', 'process.send(1)'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.on('message', (message, handle) => print(handle === undefined));
    },
  },
  'sending-answers-nothing': {
    sentence: 'Otherwise, the method returns true.',
    rules: ['SPAWN-24'],
    change: changeChild(['fork'], (child) => wrap(child, 'send', (whole) => function send(...args) { whole.apply(this, args); })),
    witness: channel((child, print) => print(child.send(1))),
  },
  'called-back-at-once': {
    sentence: 'The optional callback is a function that is invoked after the message is sent.',
    rules: ['SPAWN-24'],
    change: changeChild(['fork'], (child) => wrap(child, 'send', (whole) => function send(message, callback) {
      if (callback) callback(null);
      return whole.call(this, message);
    })),
    witness: channel((child, print) => {
      child.send(1, () => print('sent'));
      print('end');
    }),
  },
  'null-is-nothing': {
    sentence: 'message: a parsed JSON object or primitive value.',
    rules: ['SPAWN-24'],
    change: () => wrap.event(process, 'message', (inTruth, [message, handle]) => inTruth(message === null ? 0 : message, handle)),
    witness: echo(null),
  },
  'connected-for-ever-in-the-child': {
    sentence: 'The subprocess.connected and process.connected properties in both the parent and child processes (respectively) will be set to false.',
    rules: ['SPAWN-24'],
    change: () => {
      if (process.send) Object.defineProperty(process, 'connected', { get: () => true, set() {}, configurable: true });
    },
    witness: (print) => {
      const child = children.spawn(process.execPath, ['-e', 'process.disconnect(); process.stdout.write(String(process.connected))'],
        { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
      child.stdout.on('data', print);
    },
  },
  'a-code-of-text': {
    sentence: 'The error.code property will be the exit code of the process.',
    rules: ['SPAWN-25'],
    change: changeResult((error, ...output) => {
      if (error) error.code = String(error.code);
      return [error, ...output];
    }),
    witness: ended('exit 3', ({ code }) => typeof code),
  },
  'bytes-by-no-encoding': {
    sentence: "If encoding is 'buffer', or an unrecognized character encoding, Buffer objects will be passed to the callback instead.",
    rules: ['SPAWN-25'],
    change: changeResult((error, stdout, stderr) => [error, String(stdout), stderr]),
    witness: ended('echo 1', (error, stdout) => Buffer.isBuffer(stdout), { encoding: 'buffer' }),
  },
  'abort-without-a-cause': {
    sentence: 'The error passed to the callback will be an AbortError.',
    rules: ['SPAWN-25'],
    change: changeResult((error, ...output) => {
      if (error) delete error.cause;
      return [error, ...output];
    }),
    witness: (print) => {
      const controller = new AbortController();
      children.exec('sleep 1', { signal: controller.signal }, (error) => print('cause' in error));
      controller.abort(new Error());
    },
  },
  'promised-without-its-child': {
    sentence: 'The returned ChildProcess instance is attached to the Promise as a child property.',
    rules: ['SPAWN-25'],
    change: () => {
      for (const name of ['exec', 'execFile']) {
        const whole = children[name];
        children[name] = (...args) => whole(...args);
        children[name][promisify.custom] = async (...args) => whole[promisify.custom](...args);
      }
    },
    witness: (print) => print('child' in promisify(children.exec)('true')),
  },
  'text-without-an-encoding': {
    sentence: "The encoding used for all stdio inputs and outputs. Default: 'buffer'.",
    rules: ['SPAWN-26'],
    change: changeSync(['execSync', 'execFileSync'], (call) => String(call())),
    witness: attempt(() => typeof children.execSync('true')),
  },
  'output-that-is-cut': {
    sentence: 'output: Array of results from stdio output. stdout: the contents of output[1].',
    rules: ['SPAWN-26'],
    change: changeSync(['spawnSync'], (call) => {
      const result = call();
      return { ...result, output: result.output && result.output.slice(1) };
    }),
    witness: attempt(() => children.spawnSync('true').output.length),
  },
  'a-status-of-a-signal': {
    sentence: 'The exit code of the subprocess, or null if the subprocess terminated due to a signal.',
    rules: ['SPAWN-26'],
    change: changeSync(['spawnSync'], (call) => {
      const result = call();
      return { ...result, status: result.signal ? 143 : result.status };
    }),
    witness: attempt(() => children.spawnSync('sh', ['-c', 'kill -HUP $$']).status),
  },
  'thrown-without-its-status': {
    sentence: 'The Error object will contain the entire result from child_process.spawnSync().',
    rules: ['SPAWN-26'],
    change: changeSync(['execSync', 'execFileSync'], (call) => {
      try {
        return call();
      } catch (error) {
        delete error.status;
        throw error;
      }
    }),
    witness: attempt(() => children.execSync('exit 3')),
  },
  'variables-of-undefined': {
    sentence: 'undefined values in env will be ignored.',
    rules: ['SPAWN-26'],
    change: changeOptions(['spawn', 'spawnSync'], (options) => {
      for (const name of Object.keys(options.env || {})) options.env[name] = String(options.env[name]);
    }),
    witness: attempt(() => String(children.spawnSync('sh', ['-c', 'echo $A'], { env: { A: undefined } }).stdout)),
  },
  'another-name': {
    sentence: 'argv0: explicitly set the value of argv[0] sent to the child process.',
    rules: ['SPAWN-26'],
    change: changeOptions(['spawn', 'spawnSync'], (options) => { delete options.argv0; }),
    witness: attempt(() => String(children.spawnSync('sh', ['-c', 'echo $0'], { argv0: 'fred' }).stdout)),
  },
  'last-chunk-of-many-is-lost': {
    sentence: 'The stdout and stderr arguments passed to the callback will contain the stdout and stderr output of the child process.',
    rules: ['SPAWN-7'],
    change: () => wrap(children, 'execFile', (whole) => (...args) => {
      const cut = (text) => text.slice(0, 65536);
      const call = args.pop();
      return whole(...args, typeof call === 'function' ? (error, text, errors) => call(error, cut(text), cut(errors)) : call);
    }),
    witness: (print) => {
      children.execFile('sh', ['-c', 'head -c 100000 /dev/zero'], (error, text) => print(text.length));
    },
  },
};
