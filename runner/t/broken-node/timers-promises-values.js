// timers-promises-values.js - the promises API of the page on timers, broken once more: defaults, causes, several at a time.
'use strict';

const wrap = require('./wrap.js');

const load = () => require('timers/promises');
const change = (name, make) => wrap(load(), name, make);
const showEnd = (print) => process.on('exit', () => print('exit'));
const showBoth = (print, promise) => promise.then((value) => print('fulfilled', value),
  (error) => print(error.name, error.code, error.cause && (error.cause.name || error.cause)));
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// An interval of the program's own, built on a whole iterator.
const changeIterator = (name, make) => change('setInterval', (whole) => (...args) => {
  const iterator = whole(...args);
  const original = iterator[name].bind(iterator);
  iterator[name] = make(original, iterator);
  return iterator;
});

module.exports = {
  'timeout-without-a-delay-takes-long': {
    sentence: 'setTimeout: delay: Default: 1.',
    rules: ['PTIMER-20'],
    change: () => change('setTimeout', (whole) => (delay = 50, ...rest) => whole(delay, ...rest)),
    witness: (print) => { load().setTimeout().then(() => print('promised')); setTimeout(() => print('timeout'), 20); },
  },
  'interval-without-a-delay-takes-long': {
    sentence: 'setInterval: delay: Default: 1.',
    rules: ['PTIMER-20'],
    change: () => change('setInterval', (whole) => (delay = 50, ...rest) => whole(delay, ...rest)),
    witness: (print) => {
      load().setInterval().next().then(() => print('promised'));
      setTimeout(() => print('timeout'), 20);
      setTimeout(() => process.exit(), 100);
    },
  },
  'timeouts-share-a-value': {
    sentence: 'value: a value with which the promise is fulfilled.',
    rules: ['PTIMER-1'],
    change: () => {
      let last;
      change('setTimeout', (whole) => (delay, value, options) => {
        last = value;
        return whole(delay, value, options).then(() => last);
      });
    },
    witness: (print) => { load().setTimeout(5, 1).then(print); load().setTimeout(5, 2).then(print); },
  },
  'equal-timeouts-in-reverse': {
    sentence: 'setTimeout returns a promise that is fulfilled after delay milliseconds; equal ones in order.',
    rules: ['PTIMER-1', 'PTIMER-2'],
    change: () => change('setTimeout', (whole) => {
      const waiting = [];
      return (delay, value, options) => new Promise((resolve, reject) => {
        waiting.push(resolve);
        whole(delay, value, options).then((given) => waiting.pop()(given), reject);
      });
    }),
    witness: (print) => { load().setTimeout(5).then(() => print(1)); load().setTimeout(5).then(() => print(2)); },
  },
  'timeout-takes-one-phase-more': {
    sentence: 'The number of milliseconds to wait before fulfilling the promise.',
    rules: ['PTIMER-2'],
    change: () => change('setTimeout', (whole) => async (...args) => {
      const value = await whole(...args);
      await new Promise((resolve) => setImmediate(resolve));
      return value;
    }),
    witness: (print) => {
      load().setTimeout(5).then(() => print('promised'));
      setTimeout(() => print('next'), 5);
    },
  },
  'abort-has-no-cause': {
    sentence: "When canceled, the returned promises are rejected with an 'AbortError' whose cause is the reason of the signal.",
    rules: ['PTIMER-21'],
    change: () => ['setTimeout', 'setImmediate'].forEach((name) => change(name, (whole) => (...args) =>
      whole(...args).catch((error) => { delete error.cause; throw error; }))),
    witness: (print) => {
      const controller = new AbortController();
      showBoth(print, load().setTimeout(5, 1, { signal: controller.signal }));
      controller.abort('why');
    },
  },
  'abort-is-thrown': {
    sentence: 'An AbortSignal that can be used to cancel the scheduled Timeout: the promise is rejected.',
    rules: ['PTIMER-7', 'PTIMER-21'],
    change: () => change('setTimeout', (whole) => (delay, value, options) => {
      if (options && options.signal && options.signal.aborted) throw new Error('thrown');
      return whole(delay, value, options);
    }),
    witness: (print) => {
      try { showBoth(print, load().setTimeout(5, 1, { signal: AbortSignal.abort() })); } catch (e) { print('thrown'); }
    },
  },
  'one-abort-for-the-first-only': {
    sentence: 'An AbortSignal that can be used to cancel the scheduled Timeout (each that has it).',
    rules: ['PTIMER-21'],
    change: () => {
      const seen = new WeakSet();
      change('setTimeout', (whole) => (delay, value, options) => {
        if (options && options.signal) {
          if (seen.has(options.signal)) options = { ...options, signal: undefined };
          else seen.add(options.signal);
        }
        return whole(delay, value, options);
      });
    },
    witness: (print) => {
      const controller = new AbortController();
      for (let i = 0; i < 2; i++) showBoth(print, load().setTimeout(5, i, { signal: controller.signal }));
      controller.abort();
    },
  },
  'immediate-aborted-before-runs': {
    sentence: 'setImmediate: an optional AbortSignal that can be used to cancel the scheduled Immediate (one aborted before).',
    rules: ['PTIMER-21'],
    change: () => change('setImmediate', (whole) => (value, options) =>
      whole(value, options && options.signal && options.signal.aborted ? {} : options)),
    witness: (print) => showBoth(print, load().setImmediate(1, { signal: AbortSignal.abort() })),
  },
  'aborted-immediate-holds': {
    sentence: 'setImmediate: an AbortSignal can be used to cancel the scheduled Immediate.',
    rules: ['PTIMER-9'],
    change: () => change('setImmediate', (whole) => (value, options) => {
      if (options && options.signal) options.signal.addEventListener('abort', () => setTimeout(() => {}, 500));
      return whole(value, options);
    }),
    witness: (print) => {
      const controller = new AbortController();
      showBoth(print, load().setImmediate(1, { signal: controller.signal }));
      controller.abort();
      setTimeout(() => print('held'), 50).unref();
    },
  },
  'immediate-without-reference-is-dropped': {
    sentence: 'setImmediate: ref: set to false to indicate that the scheduled Immediate should not require the event loop to remain active.',
    rules: ['PTIMER-22'],
    change: () => change('setImmediate', (whole) => (value, options) =>
      (options && options.ref === false ? new Promise(() => {}) : whole(value, options))),
    witness: (print) => { load().setImmediate(1, { ref: false }).then(print); setTimeout(() => {}, 5); },
  },
  'immediate-never-holds': {
    sentence: 'setImmediate: ref: Default: true.',
    rules: ['PTIMER-22'],
    change: () => change('setImmediate', (whole) => (value, options) => whole(value, { ...options, ref: false })),
    witness: (print) => load().setImmediate(1).then(print),
  },
  'immediates-one-an-iteration': {
    sentence: 'setImmediate: the promises of immediates are fulfilled in one phase.',
    rules: ['PTIMER-8'],
    change: () => {
      let last = Promise.resolve();
      change('setImmediate', (whole) => (...args) => {
        last = last.then(() => whole(...args));
        return last;
      });
    },
    witness: (print) => {
      for (let i = 1; i <= 2; i++) load().setImmediate(i).then(print);
      setImmediate(() => setImmediate(() => print('next')));
    },
  },
  'interval-waits-for-the-body': {
    sentence: 'Returns an async iterator that generates values in an interval of delay ms.',
    rules: ['PTIMER-16'],
    change: () => change('setInterval', (whole) => async function* again(delay, value, options) {
      for (;;) {
        const iterator = whole(delay, value, options);
        yield (await iterator.next()).value;
        await iterator.return();
      }
    }),
    witness: async (print) => {
      let count = 0;
      setTimeout(() => print('timeout'), 25);
      for await (const value of load().setInterval(10, 1)) {
        print(value);
        if (++count === 2) break;
        await later(8);
      }
    },
  },
  'interval-lasts-ten-times': {
    sentence: 'Returns an async iterator that generates values in an interval of delay ms.',
    rules: ['PTIMER-16'],
    change: () => {
      let left = 3;
      changeIterator('next', (next, iterator) => async () => {
        if (left-- > 0) return next();
        await iterator.return();
        return { done: true, value: undefined };
      });
    },
    witness: async (print) => {
      let count = 0;
      for await (const value of load().setInterval(5, 1)) { print(value); if (++count === 5) break; }
      print('over');
    },
  },
  'interval-aborted-before-runs': {
    sentence: 'setInterval: an AbortSignal can be used to cancel the scheduled Timeout between operations (one aborted before).',
    rules: ['PTIMER-21'],
    change: () => change('setInterval', (whole) => (delay, value, options) =>
      whole(delay, value, options && options.signal && options.signal.aborted ? {} : options)),
    witness: async (print) => {
      try {
        for await (const value of load().setInterval(5, 1, { signal: AbortSignal.abort() })) { print(value); break; }
      } catch ({ name }) { print(name); }
    },
  },
  'return-does-not-stop-the-interval': {
    sentence: 'setInterval: the iterator is over once it was returned: it holds nothing.',
    rules: ['PTIMER-13'],
    change: () => changeIterator('return', () => async () => ({ done: true, value: undefined })),
    witness: async (print) => {
      const iterator = load().setInterval(5, 1);
      await iterator.next();
      await iterator.return();
      showEnd(print);
      setTimeout(() => { print('held'); process.exit(); }, 50).unref();
    },
  },
  'interval-held-between-values': {
    sentence: 'If ref is true, you need to call next() of async iterator explicitly or implicitly to keep the event loop alive.',
    rules: ['PTIMER-12'],
    change: () => change('setInterval', (whole) => (delay, value, options) => whole(delay, value, { ...options, ref: false })),
    witness: async (print) => {
      showEnd(print);
      const iterator = load().setInterval(5, 1);
      print((await iterator.next()).value);
      print((await iterator.next()).value);
      await iterator.return();
    },
  },
  'wait-gives-a-value': {
    sentence: 'Calling scheduler.wait(delay, options) is equivalent to calling setTimeout(delay, undefined, options).',
    rules: ['PTIMER-17'],
    change: () => wrap(load().scheduler, 'wait', (whole) => function wait(...args) {
      return whole.apply(this, args).then(() => args[0]);
    }),
    witness: (print) => load().scheduler.wait(5).then(print),
  },
  'wait-holds-always': {
    sentence: 'scheduler.wait: ref: set to false to indicate that the scheduled Timeout should not require the event loop to remain active.',
    rules: ['PTIMER-17'],
    change: () => wrap(load().scheduler, 'wait', (whole) => function wait(delay, options) {
      return whole.call(this, delay, { ...options, ref: true });
    }),
    witness: (print) => { showEnd(print); load().scheduler.wait(50, { ref: false }).then(() => print('waited')); },
  },
  'yield-is-a-microtask': {
    sentence: 'Calling scheduler.yield() is equivalent to calling setImmediate() with no arguments.',
    rules: ['PTIMER-18'],
    change: () => wrap(load().scheduler, 'yield', () => async () => {}),
    witness: (print) => { setImmediate(() => print('immediate')); load().scheduler.yield().then(() => print('yielded')); },
  },
  'yield-takes-a-timer': {
    sentence: 'Calling scheduler.yield() is equivalent to calling setImmediate() with no arguments.',
    rules: ['PTIMER-18'],
    change: () => wrap(load().scheduler, 'yield', () => () => later(1)),
    witness: (print) => setImmediate(() => {
      load().scheduler.yield().then(() => print('yielded'));
      setImmediate(() => print('immediate'));
    }),
  },
  'values-are-copied': {
    sentence: 'value: a value with which the promise is fulfilled (the same).',
    rules: ['PTIMER-1'],
    change: () => change('setTimeout', (whole) => (delay, value, options) =>
      whole(delay, value && typeof value === 'object' ? { ...value } : value, options)),
    witness: (print) => { const value = {}; load().setTimeout(1, value).then((given) => print(given === value)); },
  },
  'wrong-options-are-taken': {
    sentence: 'options: an Object; signal: an AbortSignal; ref: a boolean.',
    rules: ['PTIMER-23'],
    change: () => change('setTimeout', (whole) => (delay, value, options) =>
      whole(delay, value, options && typeof options === 'object' ? options : undefined)),
    witness: (print) => load().setTimeout(1, 1, 5).then(() => print('fulfilled'), ({ code }) => print(code)),
  },
  'wrong-options-throw': {
    sentence: 'The timers/promises API provides timer functions that return Promise objects (an error rejects them).',
    rules: ['PTIMER-23'],
    change: () => change('setTimeout', (whole) => (delay, value, options) => {
      if (options !== undefined && typeof options !== 'object') throw new TypeError('options');
      return whole(delay, value, options);
    }),
    witness: (print) => { try { load().setTimeout(1, 1, 5).catch(() => print('rejected')); } catch (e) { print('thrown'); } },
  },
};
