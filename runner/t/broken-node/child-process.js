// child-process.js - the page on child processes, broken.
'use strict';

const childProcess = require('child_process');
const wrap = require('./wrap.js');

const { ChildProcess } = childProcess;
const change = (name, make) => wrap(ChildProcess.prototype, name, make);
const changeEvent = (name, make) => wrap.event(ChildProcess.prototype, name, make);
const tell = (print, child) => {
  for (const name of ['spawn', 'error', 'disconnect', 'exit', 'close']) {
    child.on(name, (...args) => print(name, ...args.map((each) => (each && each.code) || each)));
  }
  return child;
};
const talk = (print, code) => tell(print, childProcess.spawn(process.execPath, ['-e', code],
  { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })).on('message', (value) => print('message', value));

module.exports = {
  'spawn-comes-late': {
    sentence: "If emitted, the 'spawn' event comes before all other events and before any data is received via stdout or stderr.",
    rules: ['SPAWN-1'],
    change: () => changeEvent('spawn', (emit) => { setTimeout(emit, 1000); return true; }),
    witness: (print) => tell(print, childProcess.spawn('true')),
  },
  'spawn-is-lost': {
    sentence: "The 'spawn' event is emitted once the child process has spawned successfully.",
    rules: ['SPAWN-1'],
    change: () => changeEvent('spawn', () => true),
    witness: (print) => tell(print, childProcess.spawn('true')),
  },
  'spawn-though-it-failed': {
    sentence: "If the child process does not spawn successfully, the 'spawn' event is not emitted and the 'error' event is emitted instead.",
    rules: ['SPAWN-2'],
    change: () => changeEvent('error', function both(emit, args) {
      this.emit('spawn');
      return emit(...args);
    }),
    witness: (print) => tell(print, childProcess.spawn('/missing')),
  },
  'failure-is-not-told': {
    sentence: "The 'error' event is emitted whenever the process could not be spawned.",
    rules: ['SPAWN-2'],
    change: () => changeEvent('error', () => true),
    witness: (print) => tell(print, childProcess.spawn('/missing')),
  },
  'exit-without-its-code': {
    sentence: 'If the process exited, code is the final exit code of the process, otherwise null.',
    rules: ['SPAWN-3'],
    change: () => changeEvent('exit', (emit, [, signal]) => emit(0, signal)),
    witness: (print) => tell(print, childProcess.spawn('false')),
  },
  'exit-without-its-signal': {
    sentence: 'If the process terminated due to receipt of a signal, signal is the string name of the signal, otherwise null.',
    rules: ['SPAWN-3', 'SPAWN-4'],
    change: () => changeEvent('exit', (emit, [code]) => emit(code, null)),
    witness: (print) => tell(print, childProcess.spawn('sh', ['-c', 'kill $$'])),
  },
  'kill-does-nothing': {
    sentence: 'The subprocess.kill() method sends a signal to the child process.',
    rules: ['SPAWN-4'],
    change: () => change('kill', (whole) => function kill(signal) {
      return signal ? whole.call(this, signal) : true;
    }),
    witness: (print) => {
      const child = tell(print, childProcess.spawn('sleep', ['2'], { stdio: 'ignore' }));
      child.kill();
    },
  },
  'kill-always-answers-true': {
    sentence: 'This function returns true if kill(2) succeeds, and false otherwise.',
    rules: ['SPAWN-4'],
    change: () => change('kill', (whole) => function kill(...args) {
      whole.apply(this, args);
      return true;
    }),
    witness: (print) => {
      const child = childProcess.spawn('true');
      child.on('exit', () => print(child.kill()));
    },
  },
  'close-before-exit': {
    sentence: "The 'close' event will always emit after 'exit' was already emitted, or 'error'.",
    rules: ['SPAWN-5', 'CLOSE-21'],
    change: () => change('emit', (whole) => function emit(event, ...args) {
      if (event === 'close') return true;
      if (event === 'exit') whole.call(this, 'close', ...args);
      return whole.call(this, event, ...args);
    }),
    witness: (print) => tell(print, childProcess.spawn('true')),
  },
  'close-without-its-code': {
    sentence: 'close: code is the exit code if the child process exited on its own.',
    rules: ['SPAWN-5'],
    change: () => changeEvent('close', (emit) => emit(0, null)),
    witness: (print) => tell(print, childProcess.spawn('false')),
  },
  'child-cannot-be-unreferenced': {
    sentence: "Using the subprocess.unref() method will cause the parent's event loop to not include the subprocess in its reference count.",
    rules: ['SPAWN-6'],
    change: () => change('unref', () => function unref() {
      setTimeout(() => this.kill(), 10);
    }),
    witness: (print) => tell(print, childProcess.spawn('sleep', ['5'], { stdio: 'ignore' })).unref(),
  },
  'callback-without-its-code': {
    sentence: 'The callback function is called with the arguments (error, stdout, stderr); error.code will be the exit code of the process.',
    rules: ['SPAWN-7'],
    change: () => wrap(childProcess, 'execFile', (whole) => (...args) => {
      const callback = args.pop();
      return whole(...args, (err, ...rest) => callback(err && Object.assign(err, { code: 0 }), ...rest));
    }),
    witness: (print) => childProcess.execFile('false', (err) => print(err.code)),
  },
  'callback-without-the-output': {
    sentence: 'The callback function is called with the output when the process terminates.',
    rules: ['SPAWN-7'],
    change: () => wrap(childProcess, 'execFile', (whole) => (...args) => {
      const callback = args.pop();
      return whole(...args, (err) => callback(err, '', ''));
    }),
    witness: (print) => childProcess.execFile('echo', ['x'], (err, out) => print(out)),
  },
  'callback-twice': {
    sentence: 'The callback function is called when the process terminates.',
    rules: ['SPAWN-7'],
    change: () => wrap(childProcess, 'execFile', (whole) => (...args) => {
      const callback = args.pop();
      return whole(...args, (...rest) => { callback(...rest); callback(...rest); });
    }),
    witness: (print) => childProcess.execFile('true', () => print('callback')),
  },
  'timeout-is-ignored': {
    sentence: 'If timeout is greater than 0, the parent will send the signal identified by the killSignal property if the child runs longer than timeout milliseconds.',
    rules: ['SPAWN-8'],
    change: () => wrap(childProcess, 'execFile', (whole) => (file, args, options, callback) =>
      (options && options.timeout ? whole('true', callback) : whole(file, args, options, callback))),
    witness: (print) => childProcess.execFile('sleep', ['5'], { timeout: 50 }, (err) => print(!!err)),
  },
  'signal-is-ignored': {
    sentence: 'If the signal option is enabled, calling .abort() on the corresponding AbortController is similar to calling .kill() on the child process except the error passed to the callback will be an AbortError.',
    rules: ['SPAWN-9'],
    change: () => wrap(childProcess, 'execFile', (whole) => (file, args, options, callback) =>
      (options && options.signal ? whole('false', callback) : whole(file, args, options, callback))),
    witness: (print) => {
      const controller = new AbortController();
      childProcess.execFile('sleep', ['5'], { signal: controller.signal }, (err) => print(err.name));
      setTimeout(() => controller.abort(), 5);
    },
  },
  'failure-of-a-synchronous-call-is-not-thrown': {
    sentence: 'If the process times out or has a non-zero exit code, execFileSync() will throw.',
    rules: ['SPAWN-10'],
    change: () => wrap(childProcess, 'execFileSync', (whole) => (...args) => {
      try { return whole(...args); } catch (err) { return Buffer.alloc(0); }
    }),
    witness: (print) => {
      try { childProcess.execFileSync('false'); print('end'); } catch (err) { print('thrown'); }
    },
  },
  'messages-in-reverse': {
    sentence: "subprocess.send() sends messages to the child, which are received via the 'message' event.",
    rules: ['SPAWN-11'],
    change: () => {
      const held = [];
      wrap(childProcess, 'spawn', (whole) => (...args) => {
        const child = whole(...args);
        if (child.send) {
          const { send } = child;
          child.send = (...each) => {
            if (!held.length) process.nextTick(() => held.reverse().splice(0).forEach((call) => call()));
            held.push(() => send.apply(child, each));
            return true;
          };
        }
        return child;
      });
    },
    witness: (print) => {
      const child = talk(print, `process.on('message', (number) => {
        process.send(number);
        if (number === 1) process.disconnect();
      })`);
      child.send(2);
      child.send(1);
    },
  },
  'disconnect-is-not-told': {
    sentence: "The 'disconnect' event is emitted after calling the disconnect() method.",
    rules: ['SPAWN-11', 'SPAWN-12'],
    change: () => changeEvent('disconnect', () => true),
    witness: (print) => talk(print, 'process.disconnect()'),
  },
  'connected-after-a-disconnect': {
    sentence: 'When subprocess.connected is false, it is no longer possible to send or receive messages.',
    rules: ['SPAWN-12'],
    change: () => wrap(childProcess, 'spawn', (whole) => (...args) => {
      const child = whole(...args);
      if (child.channel) {
        const { disconnect } = child;
        child.disconnect = () => setTimeout(() => disconnect.call(child), 50);
      }
      return child;
    }),
    witness: (print) => {
      const child = talk(print, "process.on('message', () => {}); process.send(1)");
      child.once('message', () => { child.disconnect(); print(child.connected); });
    },
  },
};
