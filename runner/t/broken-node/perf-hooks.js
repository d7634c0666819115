// perf-hooks.js - the page on performance measurement, broken.
'use strict';

const perf = require('perf_hooks');
const program = require('./program.js');
const wrap = require('./wrap.js');

const { performance, PerformanceObserver } = perf;
const changeUse = (make) => {
  wrap(performance, 'eventLoopUtilization', make);
  if (perf.eventLoopUtilization) wrap(perf, 'eventLoopUtilization', make);
};
const changeHistogram = (name, make) =>
  wrap(Object.getPrototypeOf(perf.monitorEventLoopDelay()), name, make);
const changeObserver = (make) => {
  const Whole = PerformanceObserver;
  perf.PerformanceObserver = class extends Whole {
    constructor(callback) { super(make(callback)); }
  };
};
const busy = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const marks = (print, type = { entryTypes: ['mark'] }) => {
  const observer = new perf.PerformanceObserver((list) =>
    print(...list.getEntries().map(({ name }) => name)));
  observer.observe(type);
  return observer;
};

module.exports = {
  'idle-counts-as-active': {
    sentence: 'The cumulative duration of time the event loop has been both idle and active.',
    rules: ['PERF-1'],
    change: () => changeUse((whole) => (...args) => {
      const { idle, active } = whole(...args);
      return args.length ? { idle: 0, active: idle + active, utilization: 1 } : whole();
    }),
    witness: (print) => setTimeout(() => {
      const first = performance.eventLoopUtilization();
      setTimeout(() => print(performance.eventLoopUtilization(first).utilization < 0.9), 50);
    }, 5),
  },
  'delta-is-the-whole': {
    sentence: "If utilization1 is passed, then the delta between the current call's active and idle times is calculated.",
    rules: ['PERF-1'],
    change: () => changeUse((whole) => () => whole()),
    witness: (print) => setTimeout(() => {
      busy(50);
      print(performance.eventLoopUtilization(performance.eventLoopUtilization()).active < 20);
    }, 5),
  },
  'second-argument-is-ignored': {
    sentence: 'If utilization1 and utilization2 are both passed, then the delta is calculated between the two arguments.',
    rules: ['PERF-1'],
    change: () => changeUse((whole) => (first, second) => (second ? whole(second) : whole(first))),
    witness: (print) => setTimeout(() => {
      const first = performance.eventLoopUtilization();
      const second = performance.eventLoopUtilization();
      busy(50);
      print(performance.eventLoopUtilization(second, first).active < 20);
    }, 5),
  },
  'utilization-before-the-loop': {
    sentence: 'If bootstrapping has not yet finished on the main thread the properties have the value of 0.',
    rules: ['PERF-2'],
    change: () => changeUse((whole) => (...args) => (args.length ? whole(...args)
      : { ...whole(), active: performance.now() })),
    witness: (print) => print(performance.eventLoopUtilization().active > 0),
  },
  'loop-start-is-early': {
    sentence: 'If the event loop has not yet started, loopStart has the value of -1.',
    rules: ['PERF-2'],
    change: () => Object.defineProperty(performance.nodeTiming, 'loopStart', { value: 0 }),
    witness: (print) => print(performance.nodeTiming.loopStart),
  },
  'loop-exit-is-never': {
    sentence: "loopExit can only have a value of not -1 in a handler of the 'exit' event.",
    rules: ['PERF-2'],
    change: () => Object.defineProperty(performance.nodeTiming, 'loopExit', { value: -1 }),
    witness: (print) => process.on('exit', () => print(performance.nodeTiming.loopExit > 0)),
  },
  'idle-time-stands-still': {
    sentence: "idleTime: the amount of time the event loop has been idle within the event loop's event provider.",
    rules: ['PERF-2'],
    change: () => Object.defineProperty(performance.nodeTiming, 'idleTime', { value: 0 }),
    witness: (print) => setTimeout(() => print(performance.nodeTiming.idleTime > 0), 10),
  },
  'enable-always-answers-true': {
    sentence: 'Returns true if sampling was started, false if it was already started.',
    rules: ['PERF-3'],
    change: () => changeHistogram('enable', (whole) => function enable() {
      whole.call(this);
      return true;
    }),
    witness: (print) => {
      const histogram = perf.monitorEventLoopDelay();
      histogram.enable();
      print(histogram.enable());
    },
  },
  'disable-always-answers-true': {
    sentence: 'Returns true if sampling was stopped, false if it was already stopped.',
    rules: ['PERF-3'],
    change: () => changeHistogram('disable', (whole) => function disable() {
      whole.call(this);
      return true;
    }),
    witness: (print) => print(perf.monitorEventLoopDelay().disable()),
  },
  'histogram-cannot-be-disabled': {
    sentence: 'Disables event loop delay sampling.',
    rules: ['PERF-4'],
    change: () => changeHistogram('disable', () => () => true),
    witness: (print) => {
      const histogram = perf.monitorEventLoopDelay({ resolution: 10 });
      histogram.enable();
      histogram.disable();
      setTimeout(() => print(histogram.count > 0), 100);
    },
  },
  'histogram-takes-a-fifth-of-its-samples': {
    sentence: 'The sampling rate in milliseconds.',
    rules: ['PERF-4'],
    change: () => wrap(perf, 'monitorEventLoopDelay', (whole) => ({ resolution = 10 } = {}) =>
      whole({ resolution: 5 * resolution })),
    witness: (print) => {
      const histogram = perf.monitorEventLoopDelay({ resolution: 10 });
      histogram.enable();
      setTimeout(() => print(histogram.count > 5), 100);
    },
  },
  'histogram-holds': {
    sentence: 'The histogram does not keep the loop alive.',
    rules: ['PERF-5'],
    change: () => changeHistogram('enable', (whole) => function enable() {
      setTimeout(() => {}, 1000);
      return whole.call(this);
    }),
    witness: (print) => {
      setTimeout(() => print('timeout'), 500).unref();
      perf.monitorEventLoopDelay().enable();
    },
  },
  'observer-is-called-for-each': {
    sentence: 'PerformanceObserver objects provide notifications when new PerformanceEntry instances have been added.',
    rules: ['PERF-6'],
    change: () => changeObserver((callback) => (list, observer) => {
      for (const entry of list.getEntries()) callback({ getEntries: () => [entry] }, observer);
    }),
    witness: (print) => {
      marks(print);
      performance.mark('a');
      performance.mark('b');
    },
  },
  'observer-in-reverse': {
    sentence: 'Returns a list of PerformanceEntry objects in chronological order.',
    rules: ['PERF-6'],
    change: () => changeObserver((callback) => (list, observer) =>
      callback({ getEntries: () => list.getEntries().reverse() }, observer)),
    witness: (print) => {
      marks(print);
      performance.mark('a');
      performance.mark('b');
    },
  },
  'observer-cannot-disconnect': {
    sentence: 'Disconnects the PerformanceObserver instance from all notifications.',
    rules: ['PERF-6'],
    change: () => wrap(PerformanceObserver.prototype, 'disconnect', () => () => {}),
    witness: (print) => {
      marks(print).disconnect();
      performance.mark('a');
    },
  },
  'observer-sees-all': {
    sentence: 'If false, only PerformanceEntrys created after the time point are sent to the observer callback.',
    rules: ['PERF-7'],
    change: () => wrap(PerformanceObserver.prototype, 'observe', (whole) => function observe(options) {
      return whole.call(this, options.type ? { ...options, buffered: true } : options);
    }),
    witness: (print) => {
      performance.mark('old');
      marks(print, { type: 'mark' });
    },
  },
  'observer-sees-nothing-old': {
    sentence: 'If true, the observer callback is called with a list global PerformanceEntry buffered entries.',
    rules: ['PERF-7'],
    change: () => wrap(PerformanceObserver.prototype, 'observe', (whole) => function observe(options) {
      return whole.call(this, { ...options, buffered: false });
    }),
    witness: (print) => {
      performance.mark('old');
      marks(print, { type: 'mark', buffered: true });
    },
  },
  'records-are-not-emptied': {
    sentence: 'Current list of entries stored in the performance observer, emptying it out.',
    rules: ['PERF-8'],
    change: () => wrap(PerformanceObserver.prototype, 'takeRecords', (whole) => {
      const taken = new WeakMap();
      return function takeRecords() {
        const records = [...(taken.get(this) || []), ...whole.call(this)];
        taken.set(this, records);
        return records;
      };
    }),
    witness: (print) => {
      const observer = marks(print);
      performance.mark('a');
      observer.takeRecords();
      print(observer.takeRecords().length);
    },
  },
  'measure-ends-now': {
    sentence: 'The endMark argument must identify any existing PerformanceMark.',
    rules: ['PERF-9'],
    change: () => wrap(performance, 'measure', (whole) => (name, start) =>
      whole.call(performance, name, start)),
    witness: (print) => {
      performance.mark('a');
      performance.mark('b');
      busy(50);
      print(performance.measure('x', 'a', 'b').duration < 20);
    },
  },
  'measured-promise-is-reported-at-once': {
    sentence: 'A finally handler will be attached to the promise and the duration will be reported once the finally handler is invoked.',
    rules: ['PERF-10'],
    change: () => wrap(performance, 'timerify', (whole) => (fn, options) => {
      const timed = whole.call(performance, Object.defineProperty((...args) => {
        const result = fn(...args);
        return result && result.then ? { result } : result;
      }, 'name', { value: fn.name }), options);
      return (...args) => {
        const answer = timed(...args);
        return answer && answer.result ? answer.result : answer;
      };
    }),
    witness: (print) => {
      marks((name) => print(name), { entryTypes: ['function'] });
      performance.timerify(async function slow() {
        await new Promise((resolve) => setTimeout(resolve, 20));
        print('end');
      })();
    },
  },
  'measured-function-loses-its-result': {
    sentence: 'Wraps a function within a new function that measures the running time of the wrapped function.',
    rules: ['PERF-10'],
    change: () => wrap(performance, 'timerify', (whole) => (...args) => {
      const timed = whole.apply(performance, args);
      return (...rest) => { timed(...rest); return 0; };
    }),
    witness: (print) => print(performance.timerify(() => 42)()),
  },
  'iterations-are-not-counted': {
    sentence: 'loopCount: number of event loop iterations.',
    rules: ['PERF-11'],
    change: () => Object.defineProperty(performance.nodeTiming, 'uvMetricsInfo', { value: { loopCount: 1 } }),
    witness: (print) => setImmediate(() => setImmediate(() =>
      print(performance.nodeTiming.uvMetricsInfo.loopCount > 1))),
  },
  'throw-of-an-observer-is-swallowed': {
    sentence: 'The callback is invoked when a PerformanceObserver is notified about new PerformanceEntry instances.',
    rules: ['PERF-30'],
    change: () => changeObserver((callback) => function swallow(...args) {
      try {
        callback.apply(this, args);
      } catch (error) {
        // As if it had not thrown.
      }
    }),
    witness: program('performance/observer-that-throws'),
  },
  'one-buffered-entry': {
    sentence: 'If true, the observer callback is called with a list global PerformanceEntry buffered entries.',
    rules: ['PERF-7'],
    change: () => wrap(PerformanceObserver.prototype, 'observe', (whole) => function observe(options) {
      const entries = options.buffered ? performance.getEntriesByType(options.type).slice(1) : [];
      for (const { name } of entries) performance.clearMarks(name);
      return whole.call(this, options);
    }),
    witness: (print) => {
      performance.mark('one');
      performance.mark('two');
      new PerformanceObserver((list) => print(list.getEntries().length)).observe({ type: 'mark', buffered: true });
    },
  },
};
