// process.js - the page on the process, broken.
'use strict';

const childProcess = require('child_process');
const wrap = require('./wrap.js');

const isMain = () => require('worker_threads').isMainThread;
const changeEmit = (name, make) => wrap.event(process, name, make);
const changeOn = (name, make) => wrap(process, 'on', (whole) => function on(event, listener) {
  return whole.call(this, event, event === name ? make(listener) : listener);
});
const throwLater = () => setTimeout(() => { throw new Error('x'); }, 1);
const child = (print, code, ...flags) => {
  const { status, signal, stdout } = childProcess.spawnSync(process.execPath, [...flags, '-e', code]);
  print(status, signal, String(stdout).trim());
};
const status = (make) => {
  if (isMain()) process.prependListener('exit', make);
};

module.exports = {
  'exit-listeners-are-not-told-the-code': {
    sentence: 'The listener callback function is invoked with the exit code.',
    rules: ['LIFE-1', 'LIFE-2', 'LIFE-6'],
    change: () => changeEmit('exit', (emit) => emit(0)),
    witness: (print) => {
      process.on('exit', (code) => print(code));
      process.exitCode = 3;
    },
  },
  'only-the-first-exit-listener': {
    sentence: "Once all 'exit' listeners have finished running the Node.js process will terminate.",
    rules: ['LIFE-1'],
    change: () => wrap(process, 'on', (whole) => function on(event, listener) {
      return event === 'exit' && this.listenerCount('exit') ? this : whole.call(this, event, listener);
    }),
    witness: (print) => {
      process.on('exit', () => print('first'));
      process.on('exit', () => print('second'));
    },
  },
  'exit-listeners-in-reverse': {
    sentence: "Listeners of the 'exit' event are called in order.",
    rules: ['LIFE-1', 'ALIVE-16'],
    change: () => wrap(process, 'on', (whole) => function on(event, listener) {
      return event === 'exit' || event === 'beforeExit' ? this.prependListener(event, listener)
        : whole.call(this, event, listener);
    }),
    witness: (print) => {
      process.on('exit', () => print('first'));
      process.on('exit', () => print('second'));
    },
  },
  'exit-code-of-the-call-is-lost': {
    sentence: 'Terminate the process synchronously with an exit status of code.',
    rules: ['LIFE-2'],
    change: () => wrap(process, 'exit', (whole) => () => whole.call(process)),
    witness: (print) => {
      process.on('exit', (code) => print(code));
      process.exit(5);
    },
  },
  'exit-code-of-the-property-is-lost': {
    sentence: 'If code is omitted, exit uses either the success code 0 or the value of process.exitCode if it has been set.',
    rules: ['LIFE-2'],
    change: () => wrap(process, 'exit', (whole) => (code = 0) => whole.call(process, code)),
    witness: (print) => {
      process.on('exit', (code) => print(code));
      process.exitCode = 5;
      process.exit();
    },
  },
  'exit-comes-later': {
    sentence: 'The process.exit() method instructs Node.js to terminate the process synchronously.',
    rules: ['LIFE-3', 'ALIVE-17'],
    change: () => wrap(process, 'exit', (whole) => (code) => setImmediate(() => whole.call(process, code))),
    witness: (print) => {
      process.exit();
      print('end');
    },
  },
  'exit-skips-its-listeners': {
    sentence: "Node.js will not terminate until all the 'exit' event listeners are called.",
    rules: ['LIFE-3', 'ALIVE-17'],
    change: () => wrap(process, 'exit', () => (code) => process.reallyExit(code || process.exitCode || 0)),
    witness: (print) => {
      process.on('exit', () => print('exit'));
      process.exit();
    },
  },
  'exit-emits-before-exit': {
    sentence: "The 'beforeExit' event is not emitted for conditions causing explicit termination.",
    rules: ['LIFE-3', 'ALIVE-17'],
    change: () => wrap(process, 'exit', (whole) => (code) => {
      process.emit('beforeExit', 0);
      return whole.call(process, code);
    }),
    witness: (print) => {
      process.on('beforeExit', () => print('beforeExit'));
      process.exit();
    },
  },
  'before-exit-is-not-told-the-code': {
    sentence: 'The listener callback function is invoked with the value of process.exitCode passed as the only argument.',
    rules: ['LIFE-4'],
    change: () => changeEmit('beforeExit', (emit) => emit(0)),
    witness: (print) => {
      process.exitCode = 5;
      process.on('beforeExit', print);
    },
  },
  'before-exit-comes-once': {
    sentence: 'A listener can make asynchronous calls, and thereby cause the Node.js process to continue.',
    rules: ['ALIVE-14', 'LIFE-4'],
    change: () => {
      let count = 0;
      changeEmit('beforeExit', (emit, args) => (++count > 1 ? false : emit(...args)));
    },
    witness: (print) => {
      process.on('beforeExit', () => print('beforeExit'));
      process.once('beforeExit', () => setImmediate(() => {}));
    },
  },
  'before-exit-never-comes': {
    sentence: "The 'beforeExit' event is emitted when Node.js empties its event loop.",
    rules: ['ALIVE-14', 'ALIVE-16'],
    change: () => changeEmit('beforeExit', () => false),
    witness: (print) => process.on('beforeExit', () => print('beforeExit')),
  },
  'before-exit-after-an-exception': {
    sentence: "The 'beforeExit' event is not emitted for uncaught exceptions.",
    rules: ['LIFE-5'],
    change: () => process.prependListener('uncaughtExceptionMonitor', () => process.emit('beforeExit', 1)),
    witness: (print) => {
      process.on('beforeExit', () => print('beforeExit'));
      throwLater();
    },
  },
  'exception-keeps-the-code': {
    sentence: 'Exiting with code 1, overriding any previously set process.exitCode.',
    rules: ['LIFE-6'],
    change: () => process.on('uncaughtExceptionMonitor', () => {
      if (process.exitCode) process.exit(process.exitCode);
    }),
    witness: (print) => {
      process.exitCode = 42;
      process.on('exit', print);
      throwLater();
    },
  },
  'handled-exception-ends-the-process': {
    sentence: "Adding a handler for the 'uncaughtException' event overrides this default behavior.",
    rules: ['LIFE-7', 'ERR-2'],
    change: () => changeOn('uncaughtException', (listener) => (...args) => {
      listener(...args);
      process.exit(process.exitCode || 1);
    }),
    witness: (print) => {
      process.on('uncaughtException', () => {});
      throwLater();
      setTimeout(() => print('timeout'), 10);
    },
  },
  'handler-is-called-again': {
    sentence: 'Exceptions thrown from within the event handler will not be caught.',
    rules: ['LIFE-8'],
    change: () => changeOn('uncaughtException', (listener) => (...args) => {
      try { listener(...args); } catch (err) { process.exitCode = 7; }
    }),
    witness: (print) => {
      process.on('uncaughtException', () => { throw new Error('y'); });
      process.on('exit', () => print('exit'));
      throwLater();
    },
  },
  'monitor-comes-last': {
    sentence: "The 'uncaughtExceptionMonitor' event is emitted before an 'uncaughtException' event is emitted.",
    rules: ['LIFE-9'],
    change: () => changeOn('uncaughtExceptionMonitor', (listener) => (...args) =>
      setImmediate(() => listener(...args))),
    witness: (print) => {
      process.on('uncaughtExceptionMonitor', () => print('monitor'));
      process.on('uncaughtException', () => print('handler'));
      throwLater();
    },
  },
  'origin-is-lost': {
    sentence: 'origin: indicates if the exception originates from an unhandled rejection or from a synchronous error.',
    rules: ['LIFE-9', 'LIFE-12'],
    change: () => changeOn('uncaughtException', (listener) => (err) => listener(err, 'unknown')),
    witness: (print) => {
      process.on('uncaughtException', (err, origin) => print(origin));
      throwLater();
    },
  },
  'monitor-handles': {
    sentence: "The process will still crash if no 'uncaughtException' listener is installed.",
    rules: ['LIFE-10'],
    change: () => wrap(process, 'on', (whole) => function on(event, listener) {
      if (event === 'uncaughtExceptionMonitor') whole.call(this, 'uncaughtException', () => {});
      return whole.call(this, event, listener);
    }),
    witness: (print) => {
      process.on('uncaughtExceptionMonitor', () => {});
      throwLater();
      setTimeout(() => print('timeout'), 10);
    },
  },
  'capture-is-ignored': {
    sentence: 'process.setUncaughtExceptionCaptureCallback() sets a function that will be invoked when an uncaught exception occurs.',
    rules: ['LIFE-11'],
    change: () => wrap(process, 'setUncaughtExceptionCaptureCallback', () => () => {}),
    witness: (print) => {
      process.on('uncaughtException', () => print('handler'));
      process.setUncaughtExceptionCaptureCallback(() => print('captured'));
      throwLater();
    },
  },
  'capture-does-not-replace-the-handlers': {
    sentence: "If such a function is set, the 'uncaughtException' event will not be emitted.",
    rules: ['LIFE-11'],
    change: () => wrap(process, 'setUncaughtExceptionCaptureCallback', (whole) => (capture) =>
      whole.call(process, capture && ((err) => { capture(err); process.emit('uncaughtException', err); }))),
    witness: (print) => {
      process.on('uncaughtException', () => print('handler'));
      process.setUncaughtExceptionCaptureCallback(() => print('captured'));
      throwLater();
    },
  },
  'rejections-are-ignored': {
    sentence: "If an 'unhandledRejection' event is emitted but not handled it will be raised as an uncaught exception.",
    rules: ['LIFE-12', 'MICRO-14'],
    change: () => process.on('unhandledRejection', () => {}),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught'));
      Promise.reject(new Error('x'));
    },
  },
  'rejection-is-an-exception-too': {
    sentence: "The 'unhandledRejection' event is emitted whenever a Promise is rejected and no error handler is attached.",
    rules: ['LIFE-13'],
    change: () => changeEmit('unhandledRejection', (emit, [reason, promise]) => {
      emit(reason, promise);
      return process.emit('uncaughtException', reason, 'unhandledRejection');
    }),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught'));
      process.on('unhandledRejection', () => print('unhandled'));
      Promise.reject(new Error('x'));
    },
  },
  'rejection-without-its-promise': {
    sentence: 'promise: the rejected promise.',
    rules: ['LIFE-13'],
    change: () => changeEmit('unhandledRejection', (emit, [reason]) => emit(reason, Promise.resolve())),
    witness: (print) => {
      const promise = Promise.reject(new Error('x'));
      process.on('unhandledRejection', (reason, given) => print(given === promise));
    },
  },
  'rejection-is-reported-late': {
    sentence: 'No error handler is attached to the promise within a turn of the event loop.',
    rules: ['MICRO-11'],
    change: () => changeEmit('unhandledRejection', (emit, args) => {
      setTimeout(() => emit(...args), 50);
      return true;
    }),
    witness: (print) => {
      process.on('unhandledRejection', () => print('unhandled'));
      Promise.reject(new Error('x'));
      setTimeout(() => print('timeout'), 10);
    },
  },
  'rejection-is-never-withdrawn': {
    sentence: "The 'rejectionHandled' event is emitted whenever a Promise has been rejected and an error handler was attached to it later.",
    rules: ['LIFE-14', 'MICRO-12'],
    change: () => changeEmit('rejectionHandled', () => true),
    witness: (print) => {
      const promise = Promise.reject(new Error('x'));
      process.on('unhandledRejection', () => {});
      process.on('rejectionHandled', () => print('handled'));
      setTimeout(() => promise.catch(() => {}), 5);
    },
  },
  'warning-within-the-call': {
    sentence: "The 'warning' event is emitted whenever Node.js emits a process warning.",
    rules: ['LIFE-15'],
    change: () => wrap(process, 'emitWarning', () => (warning, type = 'Warning') => {
      if (typeof warning !== 'string' && !(warning instanceof Error)) throw new TypeError('warning');
      const error = warning instanceof Error ? warning : new Error(warning);
      if (error !== warning) error.name = type;
      process.emit('warning', error);
    }),
    witness: (print) => {
      process.on('warning', () => print('warning'));
      process.emitWarning('x');
      print('end');
    },
  },
  'warning-only-once': {
    sentence: "The 'warning' event is emitted whenever Node.js emits a process warning.",
    rules: ['LIFE-15'],
    change: () => {
      const seen = new Set();
      wrap(process, 'emitWarning', (whole) => (warning, ...rest) => {
        if (!seen.has(warning)) whole.call(process, warning, ...rest);
        seen.add(warning);
      });
    },
    witness: (print) => {
      process.on('warning', () => print('warning'));
      process.emitWarning('x');
      process.emitWarning('x');
    },
  },
  'warning-is-a-copy': {
    sentence: "If warning is passed as an Error object, it will be passed through to the 'warning' event handler unmodified.",
    rules: ['LIFE-16'],
    change: () => changeEmit('warning', (emit, [warning]) => emit(Object.create(warning))),
    witness: (print) => {
      const warning = new Error('x');
      process.on('warning', (given) => print(given === warning));
      process.emitWarning(warning);
    },
  },
  'warning-takes-anything': {
    sentence: 'A TypeError is thrown if warning is anything other than a string or Error object.',
    rules: ['LIFE-16'],
    change: () => wrap(process, 'emitWarning', (whole) => (warning, ...rest) =>
      (typeof warning === 'number' ? undefined : whole.call(process, warning, ...rest))),
    witness: (print) => {
      try { process.emitWarning(42); print('taken'); } catch (err) { print('thrown'); }
    },
  },
  'signal-within-the-call': {
    sentence: 'Signal events will be emitted when the Node.js process receives a signal.',
    rules: ['LIFE-17'],
    change: () => wrap(process, 'kill', (whole) => (pid, signal) => {
      if (pid === process.pid && process.listenerCount(signal)) return process.emit(signal, signal);
      return whole.call(process, pid, signal);
    }),
    witness: (print) => {
      process.on('SIGTERM', () => print('signal'));
      process.kill(process.pid, 'SIGTERM');
      print('end');
      setTimeout(() => {}, 100);
    },
  },
  'signal-without-its-name': {
    sentence: "The signal handler will receive the signal's name as the first argument.",
    rules: ['LIFE-17'],
    change: () => changeEmit('SIGTERM', (emit) => emit('SIGNAL')),
    witness: (print) => {
      process.on('SIGTERM', print);
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => {}, 100);
    },
  },
  'signal-with-a-listener-ends-the-process': {
    sentence: 'If one of these signals has a listener installed, its default behavior will be removed (Node.js will no longer exit).',
    rules: ['LIFE-17'],
    change: () => changeOn('SIGTERM', (listener) => (...args) => {
      listener(...args);
      process.exit(143);
    }),
    witness: (print) => {
      process.on('SIGTERM', () => {});
      process.on('exit', print);
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => {}, 100);
    },
  },
  'signal-is-ignored': {
    sentence: "SIGTERM and SIGINT have default handlers that exit with code 128 + signal number.",
    rules: ['LIFE-18'],
    change: () => process.on('SIGTERM', () => {}),
    witness: (print) => {
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => print('timeout'), 100);
    },
  },
  'signal-zero-always-succeeds': {
    sentence: 'The method will throw an error if the target pid does not exist. As a special case, a signal of 0 can be used to test for the existence of a process.',
    rules: ['LIFE-19'],
    change: () => wrap(process, 'kill', (whole) => (pid, signal) =>
      (signal === 0 ? true : whole.call(process, pid, signal))),
    witness: (print) => {
      try { process.kill(2 ** 22 + 1, 0); print('exists'); } catch (err) { print(err.code); }
    },
  },
  'unsettled-await-ends-well': {
    sentence: "13 Unsettled Top-Level Await: await was used outside of a function in the top-level code, but the passed Promise never settled.",
    rules: ['LIFE-20'],
    change: () => status(() => process.reallyExit(process.exitCode === 13 ? 0 : process.exitCode || 0)),
    witness: (print) => child(print, 'await new Promise(() => {})', '--input-type=module'),
  },
  'unsettled-await-overrides-the-code': {
    sentence: 'Explicit manipulations of the exit code always take precedence over implicit ones.',
    rules: ['LIFE-21'],
    change: () => status(() => { if (process.exitCode === 5) process.reallyExit(13); }),
    witness: (print) =>
      child(print, 'process.exitCode = 5; await new Promise(() => {})', '--input-type=module'),
  },
  'exit-in-a-listener-is-ignored': {
    sentence: 'process.exit() in an exit listener ends the process.',
    rules: ['LIFE-22'],
    change: () => {
      let exiting = false;
      wrap(process, 'exit', (whole) => (code) => (exiting ? undefined : whole.call(process, code)));
      process.prependListener('exit', () => { exiting = true; });
    },
    witness: (print) => {
      process.on('exit', () => process.exit(3));
      process.on('exit', () => print('second'));
    },
  },
  'active-resources-are-all-there': {
    sentence: 'The types of the active resources that are currently keeping the event loop alive.',
    rules: ['LIFE-23'],
    change: () => wrap(process, 'getActiveResourcesInfo', () => () => []),
    witness: (print) => {
      setTimeout(() => {}, 1);
      print(process.getActiveResourcesInfo().length > 0);
    },
  },
  'ticks-in-reverse': {
    sentence: 'process.nextTick() adds callback to the next tick queue. This queue is fully drained in order.',
    rules: ['TICK-2'],
    change: () => wrap(process, 'nextTick', (whole) => {
      const waiting = [];
      return (callback, ...args) => {
        waiting.push(() => callback(...args));
        whole.call(process, () => waiting.pop()());
      };
    }),
    witness: (print) => {
      process.nextTick(() => print('first'));
      process.nextTick(() => print('second'));
    },
  },
  'tick-loses-its-arguments': {
    sentence: '...args: additional arguments to pass when invoking the callback.',
    rules: ['TICK-11'],
    change: () => wrap(process, 'nextTick', (whole) => (callback) => whole.call(process, callback)),
    witness: (print) => process.nextTick(print, 'x'),
  },
  'tick-waits-for-an-immediate': {
    sentence: 'This queue is fully drained after the current operation on the JavaScript stack runs to completion and before the event loop is allowed to continue.',
    rules: ['TICK-20', 'TICK-10'],
    change: () => wrap(process, 'nextTick', () => (callback, ...args) => setImmediate(callback, ...args)),
    witness: (print) => {
      setImmediate(() => print('immediate'));
      process.nextTick(() => print('tick'));
    },
  },
  'capture-callbacks-in-order': {
    sentence: 'Callbacks are called in reverse order of registration (most recent first).',
    rules: ['LIFE-24'],
    change: () => {
      const all = [];
      wrap(process, 'addUncaughtExceptionCaptureCallback', (whole) => (callback) => {
        if (!all.length) whole.call(process, (err) => all.some((each) => each(err) === true));
        all.push(callback);
      });
    },
    witness: (print) => {
      process.addUncaughtExceptionCaptureCallback(() => print('first'));
      process.addUncaughtExceptionCaptureCallback(() => { print('second'); return true; });
      throwLater();
    },
  },
  'capture-callback-does-not-skip': {
    sentence: 'If a callback returns true, subsequent callbacks and the default uncaught exception handling are skipped.',
    rules: ['LIFE-24'],
    change: () => wrap(process, 'addUncaughtExceptionCaptureCallback', (whole) => (callback) =>
      whole.call(process, (err) => { callback(err); })),
    witness: (print) => {
      process.on('uncaughtException', () => print('handler'));
      process.addUncaughtExceptionCaptureCallback(() => true);
      throwLater();
    },
  },
  'four-arguments-lose-the-last': {
    sentence: 'process.nextTick(): ...args: additional arguments to pass when invoking the callback.',
    rules: ['TICK-11'],
    change: () => wrap(process, 'nextTick', (whole) => (callback, ...args) => whole.call(process, callback, ...(args.length === 4 ? args.slice(0, 3) : args))),
    witness: (print) => process.nextTick((...args) => print(args), 1, 2, 3, 4),
  },
};
