// process-streams.js - the page on the process, broken once more: standard streams, warnings, time, exits.
'use strict';

const wrap = require('./wrap.js');

const changeEvent = (name, make) => wrap.event(process, name, make);
const busy = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const showEnd = (print) => process.on('exit', (code) => print('exit', code));

module.exports = {
  'uptime-stands-still': {
    sentence: 'process.uptime(): the number of seconds the current Node.js process has been running.',
    rules: ['LIFE-25'],
    change: () => { const first = process.uptime(); process.uptime = () => first; },
    witness: (print) => { const first = process.uptime(); busy(50); print(process.uptime() - first > 0.03); },
  },
  'hrtime-goes-back': {
    sentence: 'process.hrtime.bigint(): the current high-resolution real time in nanoseconds (it never goes back).',
    rules: ['LIFE-25'],
    change: () => {
      const whole = process.hrtime.bigint;
      const first = whole();
      process.hrtime.bigint = () => 2n * first - whole();
    },
    witness: (print) => { const first = process.hrtime.bigint(); busy(5); print(process.hrtime.bigint() > first); },
  },
  'hrtime-ignores-the-earlier': {
    sentence: 'process.hrtime([time]): with the result of a previous call the difference is returned.',
    rules: ['LIFE-25'],
    change: () => {
      const whole = process.hrtime;
      process.hrtime = Object.assign(() => whole(), { bigint: whole.bigint });
    },
    witness: (print) => { const first = process.hrtime(); busy(5); print(process.hrtime(first)[0] < 3); },
  },
  'code-of-exit-stays-unset': {
    sentence: 'process.exit(code) sets process.exitCode, as exit listeners see it.',
    rules: ['LIFE-2'],
    change: () => changeEvent('exit', (emit, [code]) => { process.exitCode = undefined; return emit(code); }),
    witness: (print) => { process.on('exit', () => print(process.exitCode)); process.exit(3); },
  },
  'exit-takes-anything': {
    sentence: 'process.exit([code]): only integers and integer strings are accepted.',
    rules: ['LIFE-2'],
    change: () => wrap(process, 'exit', (whole) => function exit(code) {
      return whole.call(this, code === undefined || Number.isInteger(Number(code)) ? code : 1);
    }),
    witness: (print) => { try { process.exit('x'); } catch (e) { print('thrown'); } },
  },
  'before-exit-within-the-loop': {
    sentence: "The 'beforeExit' event is emitted when Node.js empties its event loop and has no additional work to schedule.",
    rules: ['ALIVE-14'],
    change: () => setImmediate(() => process.emit('beforeExit', 0)).unref(),
    witness: (print) => { process.on('beforeExit', () => print('before-exit')); setTimeout(() => print('work'), 5); },
  },
  'before-exit-comes-twice': {
    sentence: "The 'beforeExit' event is emitted when Node.js empties its event loop: without more work the process exits.",
    rules: ['ALIVE-14'],
    change: () => {
      let first = true;
      changeEvent('beforeExit', (emit, args) => {
        if (first) setTimeout(() => {}, 5);
        first = false;
        return emit(...args);
      });
    },
    witness: (print) => process.on('beforeExit', () => print('before-exit')),
  },
  'exit-listener-may-wait': {
    sentence: "The process will exit immediately after calling the 'exit' event listeners causing any additional work still queued in the event loop to be abandoned.",
    rules: ['ALIVE-17', 'TICK-19'],
    change: () => changeEvent('exit', (emit, args) => {
      const queued = [];
      const whole = process.nextTick;
      process.nextTick = (act, ...rest) => queued.push(() => act(...rest));
      const answer = emit(...args);
      process.nextTick = whole;
      queued.forEach((act) => act());
      return answer;
    }),
    witness: (print) => process.on('exit', () => process.nextTick(() => print('tick'))),
  },
  'exception-in-an-exit-listener-is-lost': {
    sentence: 'An uncaught exception in an exit listener ends the process with code 1.',
    rules: ['TICK-19'],
    change: () => changeEvent('exit', (emit, args) => { try { return emit(...args); } catch (e) { return true; } }),
    witness: (print) => {
      process.on('exit', (code) => { print(code); if (!code) throw new Error('x'); });
    },
  },
  'uncaught-in-the-next-tick': {
    sentence: "The 'uncaughtException' event is emitted when an uncaught JavaScript exception bubbles all the way back to the event loop.",
    rules: ['LIFE-26'],
    change: () => changeEvent('uncaughtException', (emit, args) => { setImmediate(() => emit(...args)); return true; }),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught'));
      setTimeout(() => { process.nextTick(() => print('tick')); throw new Error(); }, 1);
    },
  },
  'second-handler-is-not-called': {
    sentence: "'uncaughtException': all handlers are called.",
    rules: ['LIFE-26'],
    change: () => wrap.event(process, 'uncaughtException', function one(emit, args) {
      const [first] = this.rawListeners('uncaughtException');
      if (!first) return emit(...args);
      first.apply(this, args);
      return true;
    }),
    witness: (print) => {
      process.on('uncaughtException', () => print(1));
      process.on('uncaughtException', () => print(2));
      throw new Error();
    },
  },
  'rejection-of-a-value-is-wrapped': {
    sentence: "'unhandledRejection': reason: the object with which the promise was rejected (typically an Error object).",
    rules: ['LIFE-13'],
    change: () => changeEvent('unhandledRejection', (emit, [reason, promise]) => emit(reason instanceof Error ? reason : new Error('?'), promise)),
    witness: (print) => { process.on('unhandledRejection', (reason) => print(reason)); Promise.reject(5); },
  },
  'rejections-in-reverse': {
    sentence: "The 'unhandledRejection' event is emitted whenever a Promise is rejected (in the order of the rejections).",
    rules: ['LIFE-13', 'MICRO-11'],
    change: () => {
      let held = [];
      changeEvent('unhandledRejection', (emit, args) => {
        if (!held.length) setImmediate(() => { const all = held; held = []; all.reverse().forEach((each) => emit(...each)); });
        held.push(args);
        return true;
      });
    },
    witness: (print) => { process.on('unhandledRejection', (reason) => print(reason)); Promise.reject(1); Promise.reject(2); },
  },
  'handled-in-the-turn-is-told': {
    sentence: "'unhandledRejection' is not emitted if an error handler is attached to the promise within a turn of the event loop.",
    rules: ['MICRO-11'],
    change: () => {
      const whole = Promise.reject;
      Promise.reject = function reject(reason) {
        const promise = whole.call(this, reason);
        process.emit('unhandledRejection', reason, promise);
        return promise;
      };
    },
    witness: (print) => { process.on('unhandledRejection', () => print('unhandled')); Promise.reject(1).catch(() => print('caught')); },
  },
  'handled-is-told-twice': {
    sentence: "'rejectionHandled' is emitted whenever a Promise has been rejected and an error handler was attached to it later than one turn of the event loop (once).",
    rules: ['LIFE-14', 'MICRO-12'],
    change: () => changeEvent('rejectionHandled', (emit, args) => { emit(...args); return emit(...args); }),
    witness: (print) => {
      process.on('unhandledRejection', () => {});
      process.on('rejectionHandled', () => print('handled'));
      const promise = Promise.reject(1);
      setTimeout(() => promise.catch(() => {}), 5);
    },
  },
  'code-of-a-warning-is-lost': {
    sentence: 'process.emitWarning(warning, options): type, code and detail are on the warning.',
    rules: ['LIFE-16'],
    change: () => wrap(process, 'emitWarning', (whole) => (warning) => whole(warning)),
    witness: (print) => { process.on('warning', ({ name, code }) => print(name, code)); process.emitWarning('x', 'Own', 'C1'); },
  },
  'deprecations-are-always-told': {
    sentence: 'If process.noDeprecation is true, deprecation warnings are not emitted.',
    rules: ['LIFE-27'],
    change: () => wrap(process, 'emitWarning', (whole) => (warning, type, ...rest) => {
      process.noDeprecation = false;
      return whole(warning, type, ...rest);
    }),
    witness: (print) => {
      process.noDeprecation = true;
      process.on('warning', () => print('warning'));
      process.emitWarning('x', 'DeprecationWarning');
    },
  },
  'deprecations-are-not-thrown': {
    sentence: 'process.throwDeprecation: deprecation warnings are thrown as exceptions.',
    rules: ['LIFE-27'],
    change: () => wrap(process, 'emitWarning', (whole) => (...args) => { process.throwDeprecation = false; return whole(...args); }),
    witness: (print) => {
      process.throwDeprecation = true;
      process.on('uncaughtException', () => print('thrown'));
      process.emitWarning('x', 'DeprecationWarning');
    },
  },
  'signals-are-lost-when-two': {
    sentence: 'Signal events will be emitted when the Node.js process receives a signal (each listener).',
    rules: ['LIFE-28'],
    change: () => changeEvent('SIGUSR2', function one(emit, args) {
      const [first] = this.rawListeners('SIGUSR2');
      first.apply(this, args);
      return true;
    }),
    witness: (print) => {
      process.on('SIGUSR2', () => print(1));
      process.on('SIGUSR2', () => print(2));
      process.kill(process.pid, 'SIGUSR2');
      setTimeout(() => {}, 50);
    },
  },
  'signal-number-is-lost': {
    sentence: "The signal handler will receive the signal's name as the first argument and number as the second.",
    rules: ['LIFE-28'],
    change: () => ['SIGUSR2', 'SIGTERM', 'SIGINT', 'SIGHUP'].forEach((each) => changeEvent(each, (emit, [name]) => emit(name))),
    witness: (print) => {
      process.on('SIGUSR2', (name, number) => print(name, number));
      process.kill(process.pid, 'SIGUSR2');
      setTimeout(() => {}, 50);
    },
  },
  'removed-signal-listener-stays': {
    sentence: 'If one of these signals has a listener installed, its default behavior will be removed (until it is removed).',
    rules: ['LIFE-28'],
    change: () => wrap(process, 'removeListener', (whole) => function remove(name, listener) {
      if (!String(name).startsWith('SIG')) return whole.call(this, name, listener);
      this.on(name, () => {});
      return whole.call(this, name, listener);
    }) || (process.off = process.removeListener),
    witness: (print) => {
      const listener = () => {};
      process.on('SIGTERM', listener);
      process.removeListener('SIGTERM', listener);
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => print('alive'), 100);
    },
  },
  'signal-listener-holds': {
    sentence: 'A listener of a signal does not keep the process alive.',
    rules: ['LIFE-28'],
    change: () => wrap(process, 'on', (whole) => function on(name, listener) {
      if (String(name).startsWith('SIG')) setTimeout(() => {}, 500);
      return whole.call(this, name, listener);
    }),
    witness: (print) => { process.on('SIGTERM', () => {}); setTimeout(() => print('held'), 100).unref(); },
  },
  'abort-calls-the-listeners': {
    sentence: 'process.abort() causes the Node.js process to exit immediately (no listener is called).',
    rules: ['LIFE-29'],
    change: () => { process.abort = () => process.exit(134); },
    witness: (print) => {
      if (process.env.LOOPSPEC_INNER) { showEnd(print); process.abort(); }
      const { spawnSync } = require('child_process');
      print(spawnSync(process.execPath, [...process.argv.slice(1)], { env: { ...process.env, LOOPSPEC_INNER: 1 } }).signal);
    },
  },
  'ref-does-nothing': {
    sentence: 'process.ref(maybeRefable) / process.unref(maybeRefable): call its nodejs.ref / ref and unref method.',
    rules: ['LIFE-30'],
    change: () => { process.unref = () => {}; },
    witness: (print) => { process.unref(setTimeout(() => print('called'), 50)); },
  },
  'tick-after-microtasks': {
    sentence: 'The next tick queue is always processed before the microtask queue.',
    rules: ['TICK-1'],
    change: () => wrap(process, 'nextTick', (whole) => (act, ...args) => whole(() => queueMicrotask(() => act(...args)))),
    witness: (print) => { Promise.resolve().then(() => print('microtask')); process.nextTick(() => print('tick')); },
  },
  'ticks-are-few': {
    sentence: 'It is possible to create an infinite loop by recursively calling process.nextTick(): the queue is fully drained before the event loop continues.',
    rules: ['TICK-13'],
    change: () => {
      let count = 0;
      wrap(process, 'nextTick', (whole) => (act, ...args) => (++count % 100 ? whole(act, ...args) : setImmediate(act, ...args)));
    },
    witness: (print) => {
      let count = 0;
      setTimeout(() => print('timeout'), 0);
      const again = () => { if (++count === 500) print('ticks'); else process.nextTick(again); };
      again();
    },
  },
  'output-is-lost-at-the-exit': {
    sentence: 'process.stdout and stderr: writes to files and pipes are synchronous on Linux.',
    rules: ['LIFE-31'],
    change: () => wrap(process.stdout, 'write', (whole) => function write(...args) {
      setImmediate(() => whole.apply(this, args));
      return true;
    }),
    witness: () => { process.stdout.write('text\n'); process.exit(); },
  },
  'finalization-does-not-call': {
    sentence: "process.finalization.register(ref, callback): called when the process emits 'exit' if ref was not collected.",
    rules: ['LIFE-32'],
    change: () => { process.finalization.register = () => {}; },
    witness: (print) => { const object = {}; process.finalization.register(object, () => print('finalized')); globalThis.kept = object; },
  },
  'no-resource-is-active': {
    sentence: 'process.getActiveResourcesInfo(): the types of the active resources that are currently keeping the event loop alive.',
    rules: ['LIFE-23'],
    change: () => { process.getActiveResourcesInfo = () => []; },
    witness: (print) => { setTimeout(() => {}, 5); print(process.getActiveResourcesInfo().length); },
  },
};
