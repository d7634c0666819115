// timers-promises.js - the promises API of the page on timers, broken.
'use strict';

const wrap = require('./wrap.js');

const load = () => require('timers/promises');
const showEnd = (print) => process.on('exit', () => print('exit'));
const aborted = () => {
  const controller = new AbortController();
  controller.abort();
  return controller.signal;
};

module.exports = {
  'value-lost': {
    sentence: 'A value with which the promise is fulfilled.',
    rules: ['PTIMER-1'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      whole(delay, undefined, options)),
    witness: (print) => load().setTimeout(1, 'x').then(print),
  },
  'value-is-the-delay': {
    sentence: 'A value with which the promise is fulfilled.',
    rules: ['PTIMER-1'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      whole(delay, delay, options)),
    witness: (print) => load().setTimeout(1, 'x').then(print),
  },
  'too-early': {
    sentence: 'The number of milliseconds to wait before fulfilling the promise.',
    rules: ['PTIMER-2'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, ...rest) => whole(delay / 2, ...rest)),
    witness: (print) => {
      load().setTimeout(100).then(() => print('promised'));
      setTimeout(() => print('timeout'), 75);
    },
  },
  'too-late': {
    sentence: 'The number of milliseconds to wait before fulfilling the promise.',
    rules: ['PTIMER-2'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, ...rest) => whole(delay * 2, ...rest)),
    witness: (print) => {
      load().setTimeout(100).then(() => print('promised'));
      setTimeout(() => print('timeout'), 150);
    },
  },
  'timeout-never-holds': {
    sentence: 'ref: default true.',
    rules: ['PTIMER-3'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, ref: false })),
    witness: (print) => load().setTimeout(5).then(() => print('fulfilled')),
  },
  'timeout-always-holds': {
    sentence: 'Set to false to indicate that the scheduled Timeout should not require the event loop to remain active.',
    rules: ['PTIMER-4'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, ref: true })),
    witness: (print) => load().setTimeout(5, 0, { ref: false }).then(() => print('fulfilled')),
  },
  'timeout-without-reference-is-dropped': {
    sentence: 'Set to false to indicate that the scheduled Timeout should not require the event loop to remain active.',
    rules: ['PTIMER-4'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      (options && options.ref === false ? new Promise(() => {}) : whole(delay, value, options))),
    witness: (print) => {
      load().setTimeout(5, 0, { ref: false }).then(() => print('fulfilled'));
      setTimeout(() => print('work'), 50);
    },
  },
  'timeout-ignores-its-signal': {
    sentence: 'An optional AbortSignal that can be used to cancel the scheduled Timeout.',
    rules: ['PTIMER-5', 'PTIMER-6', 'PTIMER-7'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, signal: undefined })),
    witness: (print) => load().setTimeout(5, 0, { signal: aborted() })
      .then(() => print('fulfilled'), () => print('rejected')),
  },
  'abort-has-another-name': {
    sentence: "When canceled, the returned Promises will be rejected with an 'AbortError'.",
    rules: ['PTIMER-5', 'PTIMER-7'],
    change: () => wrap(load(), 'setTimeout', (whole) => (...args) =>
      whole(...args).catch(() => { throw new Error('cancelled'); })),
    witness: (print) => load().setTimeout(5, 0, { signal: aborted() }).catch((err) => print(err.name)),
  },
  'abort-waits-for-the-timer': {
    sentence: "When canceled, the returned Promises will be rejected with an 'AbortError'.",
    rules: ['PTIMER-5'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, value, options) => {
      const timer = setTimeout(() => {}, delay);
      return whole(delay, value, options).catch((err) => new Promise((resolve, reject) => {
        timer._onTimeout = () => reject(err);
      }));
    }),
    witness: (print) => {
      const controller = new AbortController();
      load().setTimeout(50, 0, { signal: controller.signal }).catch(() => print('rejected'));
      setTimeout(() => print('timeout'), 10);
      setTimeout(() => controller.abort(), 5);
    },
  },
  'aborted-timeout-holds': {
    sentence: 'An optional AbortSignal that can be used to cancel the scheduled Timeout.',
    rules: ['PTIMER-6'],
    change: () => wrap(load(), 'setTimeout', (whole) => (delay, ...rest) => {
      setTimeout(() => {}, delay);
      return whole(delay, ...rest);
    }),
    witness: (print) => {
      setTimeout(() => print('timeout'), 30).unref();
      showEnd(print);
      load().setTimeout(50, 0, { signal: aborted() }).catch(() => {});
    },
  },
  'immediate-loses-its-value': {
    sentence: 'A value with which the promise is fulfilled.',
    rules: ['PTIMER-8'],
    change: () => wrap(load(), 'setImmediate', (whole) => (value, options) => whole(undefined, options)),
    witness: (print) => load().setImmediate('x').then(print),
  },
  'immediate-is-a-microtask': {
    sentence: 'setImmediate resolves in the phase of immediates.',
    rules: ['PTIMER-8', 'PTIMER-18'],
    change: () => {
      wrap(load(), 'setImmediate', () => (value) => Promise.resolve(value));
      wrap(load().scheduler, 'yield', () => () => Promise.resolve());
    },
    witness: (print) => {
      setImmediate(() => print('immediate'));
      load().setImmediate('x').then(print);
    },
  },
  'immediate-takes-a-timer': {
    sentence: 'setImmediate resolves in the phase of immediates.',
    rules: ['PTIMER-8', 'PTIMER-18'],
    change: () => {
      wrap(load(), 'setImmediate', () => (value) => load().setTimeout(5, value));
      wrap(load().scheduler, 'yield', () => () => load().setTimeout(5));
    },
    witness: (print) => {
      load().setImmediate('x').then(print);
      setTimeout(() => print('timeout'), 2);
    },
  },
  'immediate-ignores-its-signal': {
    sentence: 'An optional AbortSignal that can be used to cancel the scheduled Immediate.',
    rules: ['PTIMER-9'],
    change: () => wrap(load(), 'setImmediate', (whole) => (value, options) =>
      whole(value, { ...options, signal: undefined })),
    witness: (print) => load().setImmediate(0, { signal: aborted() })
      .then(() => print('fulfilled'), () => print('rejected')),
  },
  'immediate-always-holds': {
    sentence: 'Set to false to indicate that the scheduled Immediate should not require the event loop to remain active.',
    rules: ['PTIMER-10'],
    change: () => wrap(load(), 'setImmediate', (whole) => (value, options) =>
      whole(value, { ...options, ref: true })),
    witness: (print) => load().setImmediate('x', { ref: false }).then(print),
  },
  'interval-of-one': {
    sentence: 'Returns an async iterator that generates values in an interval of delay ms.',
    rules: ['PTIMER-11'],
    change: () => wrap(load(), 'setInterval', (whole) => async function* (...args) {
      for await (const value of whole(...args)) {
        yield value;
        return;
      }
    }),
    witness: async (print) => {
      const interval = load().setInterval(1, 'x');
      await interval.next();
      print((await interval.next()).done);
      interval.return();
    },
  },
  'interval-loses-its-value': {
    sentence: 'A value with which the iterator returns.',
    rules: ['PTIMER-11'],
    change: () => wrap(load(), 'setInterval', (whole) => (delay, value, options) =>
      whole(delay, undefined, options)),
    witness: async (print) => {
      for await (const value of load().setInterval(1, 'x')) return print(value);
      return undefined;
    },
  },
  'interval-begins-at-once': {
    sentence: 'The first value comes after delay ms.',
    rules: ['PTIMER-11'],
    change: () => wrap(load(), 'setInterval', (whole) => async function* (delay, value, options) {
      yield value;
      yield* whole(delay, value, options);
    }),
    witness: async (print) => {
      setTimeout(() => print('timeout'), 5);
      for await (const value of load().setInterval(10, 'x')) return print(value);
      return undefined;
    },
  },
  'interval-holds-before-it-is-asked': {
    sentence: 'You need to call next() of async iterator to keep the event loop alive.',
    rules: ['PTIMER-12'],
    change: () => wrap(load(), 'setInterval', (whole) => (delay, ...rest) => {
      setTimeout(() => {}, delay);
      return whole(delay, ...rest);
    }),
    witness: (print) => {
      setTimeout(() => print('timeout'), 30).unref();
      load().setInterval(50);
    },
  },
  'interval-asked-does-not-hold': {
    sentence: 'If ref is true, you need to call next() to keep the event loop alive.',
    rules: ['PTIMER-12', 'PTIMER-11'],
    change: () => wrap(load(), 'setInterval', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, ref: false })),
    witness: (print) => load().setInterval(5, 'x').next().then(() => print('value')),
  },
  'interval-goes-on-when-left': {
    sentence: 'The iterator is over once its loop is left.',
    rules: ['PTIMER-13'],
    change: () => wrap(load(), 'setInterval', (whole) => async function* (delay, value, options) {
      try {
        yield* whole(delay, value, options);
      } finally {
        setTimeout(() => {}, 10 * delay);
      }
    }),
    witness: async (print) => {
      setTimeout(() => print('timeout'), 20).unref();
      for await (const value of load().setInterval(5, 'x')) return print(value);
      return undefined;
    },
  },
  'interval-ignores-its-signal': {
    sentence: 'An optional AbortSignal that can be used to cancel the scheduled Timeout between operations.',
    rules: ['PTIMER-14'],
    change: () => wrap(load(), 'setInterval', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, signal: undefined })),
    witness: (print) => load().setInterval(5, 0, { signal: aborted() }).next()
      .then(() => { print('value'); process.exit(); }, () => print('rejected')),
  },
  'interval-ends-quietly-when-aborted': {
    sentence: "When canceled, the returned Promises will be rejected with an 'AbortError'.",
    rules: ['PTIMER-14'],
    change: () => wrap(load(), 'setInterval', (whole) => async function* (...args) {
      try {
        yield* whole(...args);
      } catch (err) {
        if (err.name !== 'AbortError') throw err;
      }
    }),
    witness: (print) => load().setInterval(5, 0, { signal: aborted() }).next()
      .then(() => print('over'), () => print('rejected')),
  },
  'interval-always-holds': {
    sentence: 'Set to false to indicate that the scheduled Timeout between iterations should not require the event loop to remain active.',
    rules: ['PTIMER-15'],
    change: () => wrap(load(), 'setInterval', (whole) => (delay, value, options) =>
      whole(delay, value, { ...options, ref: true })),
    witness: (print) => load().setInterval(5, 'x', { ref: false }).next()
      .then(() => { print('value'); process.exit(); }),
  },
  'wait-does-not-wait': {
    sentence: 'Calling scheduler.wait(delay, options) is equivalent to calling setTimeout(delay, undefined, options).',
    rules: ['PTIMER-17'],
    change: () => wrap(load().scheduler, 'wait', () => () => load().setImmediate()),
    witness: (print) => {
      load().scheduler.wait(10).then(() => print('waited'));
      setTimeout(() => print('timeout'), 5);
    },
  },
  'wait-ignores-its-options': {
    sentence: 'Calling scheduler.wait(delay, options) is equivalent to calling setTimeout(delay, undefined, options).',
    rules: ['PTIMER-17'],
    change: () => wrap(load().scheduler, 'wait', () => (delay) => load().setTimeout(delay)),
    witness: (print) => load().scheduler.wait(10, { signal: aborted() })
      .then(() => print('waited'), () => print('rejected')),
  },
  'promisify-ignores-the-signal': {
    sentence: 'For the promisified variants an AbortController may be used to cancel the timer.',
    rules: ['PTIMER-19'],
    change: () => wrap(require('util'), 'promisify', (whole) => (start) => {
      const promised = whole(start);
      if (![setTimeout, setImmediate].includes(start)) return promised;
      return (...args) => promised(...args.filter((arg) => !(arg && arg.signal)));
    }),
    witness: (print) => require('util').promisify(setTimeout)(5, 0, { signal: aborted() })
      .then(() => print('fulfilled'), () => print('rejected')),
  },
};
