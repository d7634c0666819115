// globals.js - the page on global objects, broken.
'use strict';

const wrap = require('./wrap.js');

const abort = (make) => wrap(AbortController.prototype, 'abort', make);

module.exports = {
  'abort-comes-later': {
    sentence: "Triggers the abort signal, causing the abortController.signal to emit the 'abort' event.",
    rules: ['GLOBAL-1'],
    change: () => abort((whole) => function later(reason) {
      process.nextTick(() => whole.call(this, reason));
    }),
    witness: (print) => {
      const controller = new AbortController();
      controller.abort();
      print(controller.signal.aborted);
    },
  },
  'abort-twice': {
    sentence: "The AbortController will only ever trigger the 'abort' event once.",
    rules: ['GLOBAL-1'],
    change: () => abort((whole) => function twice(reason) {
      const again = this.signal.aborted;
      whole.call(this, reason);
      if (again) this.signal.dispatchEvent(new Event('abort'));
    }),
    witness: (print) => {
      const controller = new AbortController();
      controller.signal.onabort = () => print('abort');
      controller.abort();
      controller.abort();
    },
  },
  'reason-is-lost': {
    sentence: "An optional reason, retrievable on the AbortSignal's reason property.",
    rules: ['GLOBAL-2', 'GLOBAL-6'],
    change: () => abort((whole) => function lose() { whole.call(this); }),
    witness: (print) => {
      const controller = new AbortController();
      controller.abort('x');
      print(controller.signal.reason);
    },
  },
  'nothing-is-thrown-if-aborted': {
    sentence: 'If abortSignal.aborted is true, throws abortSignal.reason.',
    rules: ['GLOBAL-2'],
    change: () => wrap(AbortSignal.prototype, 'throwIfAborted', () => () => {}),
    witness: (print) => {
      try { AbortSignal.abort().throwIfAborted(); print('end'); } catch (err) { print('thrown'); }
    },
  },
  'signal-is-aborted-later': {
    sentence: 'Returns a new already aborted AbortSignal.',
    rules: ['GLOBAL-3'],
    change: () => wrap(AbortSignal, 'abort', () => (reason) => {
      const controller = new AbortController();
      process.nextTick(() => controller.abort(reason));
      return controller.signal;
    }),
    witness: (print) => print(AbortSignal.abort().aborted),
  },
  'timeout-of-a-signal-too-early': {
    sentence: 'Returns a new AbortSignal which will be aborted in delay milliseconds.',
    rules: ['GLOBAL-4'],
    change: () => wrap(AbortSignal, 'timeout', (whole) => (delay) => whole.call(AbortSignal, delay / 4)),
    witness: (print) => {
      AbortSignal.timeout(40).onabort = () => print('abort');
      setTimeout(() => print('timeout'), 20);
      setTimeout(() => {}, 50);
    },
  },
  'timeout-of-a-signal-forgotten': {
    sentence: 'Returns a new AbortSignal which will be aborted in delay milliseconds.',
    rules: ['GLOBAL-4'],
    change: () => wrap(AbortSignal, 'timeout', () => () => new AbortController().signal),
    witness: (print) => {
      AbortSignal.timeout(10).onabort = () => print('abort');
      setTimeout(() => print('timeout'), 20);
    },
  },
  'timeout-of-a-signal-holds': {
    sentence: 'A signal with a timeout does not keep the process alive.',
    rules: ['GLOBAL-5'],
    change: () => wrap(AbortSignal, 'timeout', (whole) => (delay) => {
      setTimeout(() => {}, delay + 5);
      return whole.call(AbortSignal, delay);
    }),
    witness: (print) => { AbortSignal.timeout(10).onabort = () => print('abort'); },
  },
  'any-is-the-first': {
    sentence: 'Returns a new AbortSignal which will be aborted if any of the provided signals are aborted.',
    rules: ['GLOBAL-6'],
    change: () => wrap(AbortSignal, 'any', () => ([first]) => first),
    witness: (print) => print(AbortSignal.any([new AbortController().signal, AbortSignal.abort()]).aborted),
  },
  'any-is-aborted-in-its-turn': {
    sentence: 'Returns a new AbortSignal which will be aborted if any of the provided signals are aborted.',
    rules: ['GLOBAL-6'],
    change: () => wrap(AbortSignal, 'any', (whole) => (signals) => {
      if (signals.some((signal) => signal.aborted)) return whole.call(AbortSignal, signals);
      const controller = new AbortController();
      for (const signal of signals)
        signal.addEventListener('abort', () => queueMicrotask(() => controller.abort(signal.reason)));
      return controller.signal;
    }),
    witness: (print) => {
      const controller = new AbortController();
      const any = AbortSignal.any([controller.signal]);
      controller.signal.addEventListener('abort', () => print(any.aborted));
      controller.abort();
    },
  },
  'microtask-swallows-its-error': {
    sentence: "If callback throws an exception, the process object 'uncaughtException' event will be emitted.",
    rules: ['GLOBAL-7'],
    change: () => wrap(global, 'queueMicrotask', (whole) => (callback) => whole(() => {
      try { callback(); } catch (err) { /* swallowed */ }
    })),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught'));
      queueMicrotask(() => { throw new Error('x'); });
    },
  },
  'microtask-before-ticks': {
    sentence: 'The process.nextTick() queue is always processed before the microtask queue.',
    rules: ['GLOBAL-7', 'TICK-1'],
    change: () => wrap(process, 'nextTick', (whole) => (callback, ...args) =>
      queueMicrotask(() => queueMicrotask(() => whole.call(process, callback, ...args)))),
    witness: (print) => {
      queueMicrotask(() => print('microtask'));
      process.nextTick(() => print('tick'));
    },
  },
  'clone-is-the-original': {
    sentence: 'The WHATWG structuredClone method.',
    rules: ['GLOBAL-8'],
    change: () => wrap(global, 'structuredClone', () => (value) => value),
    witness: (print) => {
      const value = {};
      print(structuredClone(value) === value);
    },
  },
  'a-cause-is-lost': {
    sentence: 'abortSignal.reason: an optional reason specified when the AbortSignal was triggered.',
    rules: ['GLOBAL-14'],
    change: () => wrap(require('events'), 'once', (whole) => (...args) => whole(...args).catch((error) => {
      throw Object.assign(error, error.name === 'AbortError' ? { cause: undefined } : {});
    })),
    witness: (print) => {
      const events = require('events');
      events.once(new events.EventEmitter(), 'event', { signal: AbortSignal.abort(7) }).catch(({ cause }) => print(cause));
    },
  },
};
