// perf-hooks-timeline.js - the page on performance measurement, broken once more: the timeline, observers, histograms.
'use strict';

const perf = require('perf_hooks');
const wrap = require('./wrap.js');

const { performance, PerformanceObserver } = perf;
const proto = Object.getPrototypeOf(performance);
const change = (name, make) => wrap(performance, name, (whole) => make((...args) => whole.apply(performance, args)));
const changeObserver = (name, make) => wrap(PerformanceObserver.prototype, name, make);
const delay = (options) => perf.monitorEventLoopDelay(options);
const changeDelay = (name, make) => wrap(Object.getPrototypeOf(delay()), name, make);
const busy = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const watch = (print, ...types) => {
  const observer = new PerformanceObserver((list) => print(...list.getEntries().map(({ name }) => name)));
  observer.observe({ entryTypes: types });
  return observer;
};
const names = (entries) => entries.map(({ name }) => name).join();

module.exports = {
  'marks-are-not-cleared': {
    sentence: 'performance.clearMarks(): removes all PerformanceMark objects from the Performance Timeline.',
    rules: ['PERF-12'],
    change: () => change('clearMarks', (whole) => (name) => { if (name) whole(name); }),
    witness: (print) => { performance.mark('a'); performance.clearMarks(); print(performance.getEntries().length); },
  },
  'all-marks-are-cleared': {
    sentence: 'If name is provided, removes only the named mark.',
    rules: ['PERF-12'],
    change: () => change('clearMarks', (whole) => () => whole()),
    witness: (print) => { performance.mark('a'); performance.mark('b'); performance.clearMarks('a'); print(names(performance.getEntries())); },
  },
  'measures-are-not-cleared': {
    sentence: 'performance.clearMeasures(): removes all PerformanceMeasure objects from the Performance Timeline.',
    rules: ['PERF-12'],
    change: () => change('clearMeasures', () => () => {}),
    witness: (print) => { performance.measure('a'); performance.clearMeasures(); print(performance.getEntries().length); },
  },
  'entries-by-creation': {
    sentence: 'performance.getEntries(): in chronological order with respect to performanceEntry.startTime.',
    rules: ['PERF-12'],
    change: () => ['getEntries', 'getEntriesByType'].forEach((name) => change(name, (whole) => (...args) => whole(...args).reverse())),
    witness: (print) => { performance.mark('a'); busy(1); performance.mark('b'); print(names(performance.getEntries())); },
  },
  'entries-of-any-name': {
    sentence: 'performance.getEntriesByName(): whose name is equal to name.',
    rules: ['PERF-12'],
    change: () => change('getEntriesByName', () => () => performance.getEntries()),
    witness: (print) => { performance.mark('a'); performance.mark('b'); print(names(performance.getEntriesByName('a'))); },
  },
  'mark-ignores-its-time': {
    sentence: 'performance.mark(): startTime: an optional timestamp to be used as the mark time.',
    rules: ['PERF-12', 'PERF-13'],
    change: () => change('mark', (whole) => (name, options) => whole(name, options && { ...options, startTime: undefined })),
    witness: (print) => print(performance.mark('a', { startTime: 5 }).startTime),
  },
  'now-stands-still': {
    sentence: 'performance.now(): the current high resolution millisecond timestamp.',
    rules: ['PERF-17'],
    change: () => { const first = performance.now(); change('now', () => () => first); },
    witness: (print) => { const first = performance.now(); busy(20); print(performance.now() - first > 10); },
  },
  'measure-of-an-unknown-mark': {
    sentence: 'The startMark must identify any existing PerformanceMark; if it does not exist, an error is thrown.',
    rules: ['PERF-13'],
    change: () => change('measure', (whole) => (...args) => {
      try { return whole(...args); } catch (error) { return whole(args[0]); }
    }),
    witness: (print) => { try { performance.measure('a', 'missing'); print('measured'); } catch (e) { print('thrown'); } },
  },
  'measure-ignores-its-duration': {
    sentence: 'performance.measure(): duration: duration between start and end times.',
    rules: ['PERF-13'],
    change: () => change('measure', (whole) => (name, options, ...rest) =>
      whole(name, options && options.duration !== undefined ? { start: options.start } : options, ...rest)),
    witness: (print) => print(performance.measure('a', { start: 5, duration: 7 }).duration === 7),
  },
  'observer-within-the-mark': {
    sentence: 'The callback is invoked when a PerformanceObserver is notified about new PerformanceEntry instances (later).',
    rules: ['PERF-6'],
    change: () => {
      const observers = new Set();
      perf.PerformanceObserver = class extends PerformanceObserver {
        constructor(callback) { super(callback); this.callback = callback; observers.add(this); }
      };
      change('mark', (whole) => (...args) => {
        const entry = whole(...args);
        for (const each of observers) {
          const found = each.takeRecords();
          if (found.length) each.callback({ getEntries: () => found }, each);
        }
        return entry;
      });
    },
    witness: (print) => {
      new perf.PerformanceObserver(() => print('observed')).observe({ entryTypes: ['mark'] });
      performance.mark('a');
      print('marked');
    },
  },
  'observer-sees-other-types': {
    sentence: 'performanceObserver.observe(): entryTypes: an array of strings identifying the types of PerformanceEntry instances the observer is interested in.',
    rules: ['PERF-14'],
    change: () => changeObserver('observe', (whole) => function observe(options) {
      return whole.call(this, options.entryTypes ? { entryTypes: ['mark', 'measure', 'function'] } : options);
    }),
    witness: (print) => { watch(print, 'measure'); performance.mark('a'); },
  },
  'observer-holds': {
    sentence: 'PerformanceObserver: observing does not keep the process alive.',
    rules: ['PERF-14'],
    change: () => changeObserver('observe', (whole) => function observe(options) {
      this.timer = setTimeout(() => {}, 500);
      return whole.call(this, options);
    }),
    witness: (print) => { watch(print, 'mark'); setTimeout(() => print('held'), 50).unref(); },
  },
  'one-observer-only': {
    sentence: 'PerformanceObserver objects provide notifications when new PerformanceEntry instances have been added (each of them).',
    rules: ['PERF-14'],
    change: () => {
      let first = true;
      changeObserver('observe', (whole) => function observe(options) {
        if (first) whole.call(this, options);
        first = false;
      });
    },
    witness: (print) => { watch(print, 'mark'); watch(print, 'mark'); performance.mark('a'); },
  },
  'list-by-type-gives-all': {
    sentence: 'performanceObserverEntryList.getEntriesByType(): whose entryType is equal to type.',
    rules: ['PERF-12'],
    change: () => {
      const whole = perf.PerformanceObserver;
      perf.PerformanceObserver = class extends whole {
        constructor(callback) {
          super((list, observer) => {
            list.getEntriesByType = () => list.getEntries();
            callback(list, observer);
          });
        }
      };
    },
    witness: (print) => {
      new perf.PerformanceObserver((list) => print(list.getEntriesByType('measure').length))
        .observe({ entryTypes: ['mark', 'measure'] });
      performance.mark('a');
      performance.measure('b');
    },
  },
  'histogram-is-not-reset': {
    sentence: 'histogram.reset(): resets the collected histogram data.',
    rules: ['PERF-4', 'PERF-15'],
    change: () => wrap(Object.getPrototypeOf(perf.createHistogram()), 'reset', () => () => {})
      || wrap(Object.getPrototypeOf(Object.getPrototypeOf(perf.createHistogram())), 'reset', () => () => {}),
    witness: (print) => { const each = perf.createHistogram(); each.record(5); each.reset(); print(each.count); },
  },
  'histogram-misses-its-largest': {
    sentence: 'histogram.max: the maximum recorded value.',
    rules: ['PERF-15'],
    change: () => wrap(Object.getPrototypeOf(perf.createHistogram()), 'record', (whole) => function record(value) {
      return value > 100 ? undefined : whole.call(this, value);
    }),
    witness: (print) => { const each = perf.createHistogram(); each.record(5); each.record(500); print(each.max, each.count); },
  },
  'delta-is-not-recorded': {
    sentence: 'histogram.recordDelta(): calculates the amount of time that has passed since the previous call and records it.',
    rules: ['PERF-15'],
    change: () => wrap(Object.getPrototypeOf(perf.createHistogram()), 'recordDelta', () => () => {}),
    witness: (print) => { const each = perf.createHistogram(); each.recordDelta(); busy(2); each.recordDelta(); print(each.count); },
  },
  'delay-is-sampled-before-enabled': {
    sentence: 'monitorEventLoopDelay(): creates a histogram; sampling begins with enable().',
    rules: ['PERF-4', 'PERF-16'],
    change: () => wrap(perf, 'monitorEventLoopDelay', (whole) => (options) => {
      const histogram = whole(options);
      histogram.enable();
      return histogram;
    }),
    witness: (print) => { const each = delay({ resolution: 5 }); setTimeout(() => print(each.count > 0), 50); },
  },
  'resolution-is-ignored': {
    sentence: 'resolution: the sampling rate in milliseconds. Default: 10.',
    rules: ['PERF-4'],
    change: () => wrap(perf, 'monitorEventLoopDelay', (whole) => () => whole()),
    witness: (print) => { const each = delay({ resolution: 100 }); each.enable(); setTimeout(() => { print(each.count > 3); each.disable(); }, 100); },
  },
  'default-resolution-is-large': {
    sentence: 'resolution: the sampling rate in milliseconds. Default: 10.',
    rules: ['PERF-16'],
    change: () => wrap(perf, 'monitorEventLoopDelay', (whole) => (options) => whole({ resolution: 50, ...options })),
    witness: (print) => { const each = delay(); each.enable(); setTimeout(() => { print(each.count > 5); each.disable(); }, 200); },
  },
  'delay-restarts-when-enabled-again': {
    sentence: 'histogram.disable(): disables event loop delay sampling (what was collected stays).',
    rules: ['PERF-16'],
    change: () => changeDelay('enable', (whole) => function enable() { this.reset(); return whole.call(this); }),
    witness: (print) => {
      const each = delay({ resolution: 5 });
      each.enable();
      setTimeout(() => { each.disable(); each.enable(); print(each.count > 0); each.disable(); }, 50);
    },
  },
  'stall-is-not-measured': {
    sentence: 'monitorEventLoopDelay(): samples and reports the event loop delay over time (in nanoseconds).',
    rules: ['PERF-16'],
    change: () => wrap.property(Object.getPrototypeOf(Object.getPrototypeOf(delay())), 'max', (truth) => Math.min(truth, 20e6)),
    witness: (print) => {
      const each = delay({ resolution: 5 });
      each.enable();
      setTimeout(() => { busy(100); setTimeout(() => { print(each.max > 50e6); each.disable(); }, 20); }, 20);
    },
  },
  'measured-function-that-throws-is-reported': {
    sentence: 'timerify(): wraps a function within a new function that measures the running time of the wrapped function (an error goes through).',
    rules: ['PERF-10'],
    change: () => change('timerify', (whole) => (fn, ...rest) => whole(function again(...args) {
      try { return fn.apply(this, args); } catch (error) { return undefined; }
    }, ...rest)),
    witness: (print) => { try { performance.timerify(() => { throw new Error(); })(); print('ended'); } catch (e) { print('thrown'); } },
  },
  'arguments-of-a-measured-function-are-lost': {
    sentence: "When performanceEntry.type is equal to 'function', detail will be an Array listing the input arguments.",
    rules: ['PERF-10'],
    change: () => change('timerify', (whole) => (fn, ...rest) => {
      const timed = whole(fn, ...rest);
      return () => timed();
    }),
    witness: (print) => {
      new PerformanceObserver((list) => print(list.getEntries()[0].length, list.getEntries()[0].detail)).observe({ entryTypes: ['function'] });
      performance.timerify((a) => a)(5);
    },
  },
  'time-origin-moves': {
    sentence: 'performance.timeOrigin: the timestamp at which the current node process began (constant).',
    rules: ['PERF-17'],
    change: () => Object.defineProperty(performance, 'timeOrigin', { get: () => Date.now() }),
    witness: (print) => { const first = performance.timeOrigin; busy(20); print(performance.timeOrigin === first); },
  },
  'loop-start-moves': {
    sentence: 'nodeTiming.loopStart: the timestamp at which the Node.js event loop started.',
    rules: ['PERF-17'],
    change: () => {
      const { nodeTiming } = performance;
      const whole = Object.getOwnPropertyDescriptor(nodeTiming, 'loopStart');
      void whole;
      Object.defineProperty(proto, 'nodeTiming', {
        configurable: true,
        get: () => new Proxy(nodeTiming, {
          get: (target, name) => (name === 'loopStart' && target.loopStart !== -1 ? performance.now() : target[name]),
        }),
      });
      Object.defineProperty(performance, 'nodeTiming', Object.getOwnPropertyDescriptor(proto, 'nodeTiming'));
    },
    witness: (print) => setTimeout(() => {
      const first = performance.nodeTiming.loopStart;
      busy(20);
      print(performance.nodeTiming.loopStart === first);
    }, 5),
  },
  'events-are-not-counted': {
    sentence: 'uvMetricsInfo: events: number of events that have been processed by the event handler.',
    rules: ['PERF-18'],
    change: () => {
      const { nodeTiming } = performance;
      Object.defineProperty(performance, 'nodeTiming', {
        get: () => new Proxy(nodeTiming, {
          get: (target, name) => (name === 'uvMetricsInfo' ? { ...target.uvMetricsInfo, events: 0 } : target[name]),
        }),
      });
    },
    witness: (print) => require('fs').stat('.', () => setImmediate(() => print(performance.nodeTiming.uvMetricsInfo.events > 0))),
  },
  'details-are-lost': {
    sentence: 'performance.mark(): detail: additional optional detail to include with the mark.',
    rules: ['PERF-13'],
    change: () => change('mark', (whole) => (name, options) => whole(name, options && { ...options, detail: undefined })),
    witness: (print) => print(performance.mark('a', { detail: 5 }).detail),
  },
  'marks-are-made-twice': {
    sentence: 'performance.mark(): creates a new PerformanceMark entry in the Performance Timeline.',
    rules: ['PERF-13'],
    change: () => change('mark', (whole) => (...args) => { whole(...args); return whole(...args); }),
    witness: (print) => { performance.mark('a'); print(performance.getEntriesByName('a').length); },
  },
  'measured-function-loses-this': {
    sentence: 'timerify(): wraps a function within a new function that measures the running time of the wrapped function.',
    rules: ['PERF-10'],
    change: () => change('timerify', (whole) => (fn, ...rest) => whole((...args) => fn.apply({}, args), ...rest)),
    witness: (print) => print(performance.timerify(function show() { return this.number; }).call({ number: 5 })),
  },
};
