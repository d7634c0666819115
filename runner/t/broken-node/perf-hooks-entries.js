// perf-hooks-entries.js - the page on performance measurement, broken a third time: what entries, histograms and resources hold.
'use strict';

const perf = require('perf_hooks');
const wrap = require('./wrap.js');

const { performance, PerformanceObserver } = perf;
const change = (name, make) => wrap(performance, name, (whole) => make((...args) => whole.apply(performance, args)));
const changeObserver = (name, make) => wrap(PerformanceObserver.prototype, name, make);
// The object of the chain that has the property itself.
const owner = (object, name) => Object.prototype.hasOwnProperty.call(object, name) ? object :
  owner(Object.getPrototypeOf(object), name);
const histogram = () => Object.getPrototypeOf(perf.createHistogram());
const changeMethod = (object, name, make) => wrap(owner(object, name), name, make);
const changeValue = (object, name, make) => {
  const holder = owner(object, name);
  const { get } = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { get() { return make(get.call(this)); }, configurable: true });
};
// What a list of entries answers is changed before each observer is given one.
const changeList = (name, make) => {
  const Whole = PerformanceObserver;
  perf.PerformanceObserver = class PerformanceObserver extends Whole {
    constructor(callback) {
      super(typeof callback !== 'function' ? callback : function called(list, observer) {
        wrap(list, name, make);
        return callback.call(this, list, observer);
      });
    }
  };
};
const of = (...values) => {
  const made = perf.createHistogram();
  for (const value of values) made.record(value);
  return made;
};
const resource = (name) => performance.markResourceTiming({
  startTime: 0, endTime: 0, finalServiceWorkerStartTime: 0, redirectStartTime: 0, redirectEndTime: 0,
  postRedirectStartTime: 0, finalNetworkRequestStartTime: 0, finalNetworkResponseStartTime: 0, encodedBodySize: 0,
  decodedBodySize: 0, finalConnectionTimingInfo: {
    domainLookupStartTime: 0, domainLookupEndTime: 0, connectionStartTime: 0, connectionEndTime: 0,
    secureConnectionStartTime: 0, ALPNNegotiatedProtocol: '',
  },
}, name, 'fetch', globalThis, '', {}, 200, '');

module.exports = {
  'timerify-without-its-histogram': {
    sentence: 'histogram: a histogram object that will record runtime durations in nanoseconds.',
    rules: ['PERF-19'],
    change: () => change('timerify', (whole) => (fn) => whole(fn)),
    witness: (print) => { const made = perf.createHistogram(); performance.timerify(() => {}, { histogram: made })(); print(made.count); },
  },
  'list-of-a-name-and-any-type': {
    sentence: 'performanceObserverEntryList.getEntriesByName(): and optionally, whose entryType is equal to type.',
    rules: ['PERF-20'],
    change: () => changeList('getEntriesByName', (whole) => function byName(name) { return whole.call(this, name); }),
    witness: (print) => {
      new perf.PerformanceObserver((list) => print(list.getEntriesByName('a', 'measure').length)).observe({ entryTypes: ['mark', 'measure'] });
      performance.mark('a');
      performance.measure('a');
    },
  },
  'detail-is-shared': {
    sentence: 'detail: additional optional detail to include with the mark (a clone of it).',
    rules: ['PERF-20'],
    change: () => change('mark', (whole) => (name, options) => {
      const mark = whole(name, options);
      if (options && options.detail) Object.defineProperty(mark, 'detail', { value: options.detail });
      return mark;
    }),
    witness: (print) => { const detail = {}; print(performance.mark('a', { detail }).detail === detail); },
  },
  'milestone-is-the-origin': {
    sentence: 'startMark may identify any of the timestamp properties provided by the PerformanceNodeTiming class.',
    rules: ['PERF-21'],
    change: () => change('measure', (whole) => (name, start, ...rest) =>
      whole(name, typeof start === 'string' && start in performance.nodeTiming ? { start: 0 } : start, ...rest)),
    witness: (print) => print(performance.measure('a', 'bootstrapComplete').startTime > 0),
  },
  'deviation-is-the-variance': {
    sentence: 'histogram.stddev: the standard deviation.',
    rules: ['PERF-22'],
    change: () => changeValue(histogram(), 'stddev', (value) => value * value),
    witness: (print) => print(of(4, 8).stddev),
  },
  'no-percentiles': {
    sentence: 'histogram.percentiles: a Map object detailing the accumulated percentile distribution.',
    rules: ['PERF-22'],
    change: () => changeValue(histogram(), 'percentiles', () => new Map()),
    witness: (print) => print(of(4, 8).percentiles.size > 0),
  },
  'percentile-is-no-bigint': {
    sentence: 'histogram.percentileBigInt(): returns {bigint}.',
    rules: ['PERF-22'],
    change: () => changeMethod(histogram(), 'percentileBigInt', () => function percentileBigInt(percent) { return this.percentile(percent); }),
    witness: (print) => print(typeof of(4, 8).percentileBigInt(50)),
  },
  'nothing-exceeds': {
    sentence: 'histogram.exceeds: the number of times that the maximum was exceeded.',
    rules: ['PERF-22'],
    change: () => changeValue(histogram(), 'exceeds', () => 0),
    witness: (print) => { const made = perf.createHistogram({ highest: 100 }); made.record(1000); print(made.exceeds); },
  },
  'zero-is-recorded': {
    sentence: 'createHistogram(): lowest: must be an integer value greater than 0 (and so must be the values).',
    rules: ['PERF-22'],
    change: () => changeMethod(histogram(), 'record', (whole) => function record(value) { return whole.call(this, value || 1); }),
    witness: (print) => { const made = perf.createHistogram(); try { made.record(0); } catch (error) { print('refused'); } print(made.count); },
  },
  'deltas-from-the-first': {
    sentence: 'recordDelta(): the time that has passed since the previous call.',
    rules: ['PERF-15'],
    change: () => changeMethod(histogram(), 'recordDelta', () => {
      const first = new WeakMap();
      return function recordDelta() {
        const now = process.hrtime.bigint();
        if (first.has(this)) this.record(now - first.get(this) || 1n);
        else first.set(this, now);
      };
    }),
    witness: (print) => {
      const made = perf.createHistogram();
      made.recordDelta();
      setTimeout(() => {
        made.recordDelta();
        setTimeout(() => { made.recordDelta(); print(made.max < 7e8); }, 400);
      }, 400);
    },
  },
  'beyond-is-up-to': {
    sentence: 'histogram.ccdf(): the probability that a recorded value will exceed value.',
    rules: ['PERF-23'],
    change: () => changeMethod(histogram(), 'ccdf', () => function ccdf(value) { return this.cdf(value); }),
    witness: (print) => print(of(1, 2, 3, 4).ccdf(1)),
  },
  'subtract-adds': {
    sentence: 'histogram.subtract(): subtracts the values of other from this histogram.',
    rules: ['PERF-23'],
    change: () => changeMethod(histogram(), 'subtract', () => function subtract(other) { this.add(other); }),
    witness: (print) => { const made = of(1, 2); made.subtract(of(1)); print(made.count); },
  },
  'full-without-an-event': {
    sentence: "The 'resourcetimingbufferfull' event is fired when the global performance resource timing buffer is full.",
    rules: ['PERF-24'],
    change: () => wrap(EventTarget.prototype, 'dispatchEvent', (whole) => function dispatchEvent(event) {
      return event && event.type === 'resourcetimingbufferfull' ? true : whole.call(this, event);
    }),
    witness: (print) => {
      performance.setResourceTimingBufferSize(1);
      performance.addEventListener('resourcetimingbufferfull', () => print('full'), { once: true });
      ['a', 'b'].forEach(resource);
    },
  },
  'all-resources-are-cleared': {
    sentence: 'clearResourceTimings(): if name is provided, removes only the named resource.',
    rules: ['PERF-24'],
    change: () => change('clearResourceTimings', (whole) => () => whole()),
    witness: (print) => { ['a', 'b'].forEach(resource); performance.clearResourceTimings('a'); print(performance.getEntries().length); },
  },
  'no-functions-are-supported': {
    sentence: 'PerformanceObserver.supportedEntryTypes: get supported types.',
    rules: ['PERF-25'],
    change: () => {
      const types = PerformanceObserver.supportedEntryTypes.filter((type) => type !== 'function');
      Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { get: () => types });
    },
    witness: (print) => print(PerformanceObserver.supportedEntryTypes.join()),
  },
  'observer-of-nothing': {
    sentence: 'entryTypes: if not provided an error will be thrown.',
    rules: ['PERF-25'],
    change: () => changeObserver('observe', (whole) => function observe(options) {
      return options && (options.type || options.entryTypes) ? whole.call(this, options) : undefined;
    }),
    witness: (print) => { try { new PerformanceObserver(() => {}).observe({}); print('taken'); } catch (error) { print('thrown'); } },
  },
  'connections-without-a-port': {
    sentence: "If name is equal to connect, the detail will contain the following properties: host, port.",
    rules: ['PERF-26'],
    change: () => changeList('getEntries', (whole) => function getEntries() {
      const entries = whole.call(this);
      for (const { entryType, detail } of entries) if (entryType === 'net') delete detail.port;
      return entries;
    }),
    witness: (print) => {
      const net = require('net');
      const observer = new perf.PerformanceObserver((list) => { print('port' in list.getEntries()[0].detail); observer.disconnect(); });
      observer.observe({ type: 'net' });
      const server = net.createServer((socket) => socket.end());
      server.listen(0, () => net.connect(server.address().port).on('close', () => server.close()).resume());
    },
  },
  'nothing-is-told-as-json': {
    sentence: 'performance.toJSON(): an object which is JSON representation of the performance object.',
    rules: ['PERF-27'],
    change: () => change('toJSON', () => () => ({})),
    witness: (print) => print(Object.keys(performance.toJSON()).length),
  },
  'origin-in-seconds': {
    sentence: 'timeOrigin: the high resolution millisecond timestamp at which the process began, measured in Unix time.',
    rules: ['PERF-27'],
    change: () => { const seconds = performance.timeOrigin / 1000; Object.defineProperty(performance, 'timeOrigin', { value: seconds }); },
    witness: (print) => print(performance.timeOrigin > 1e11),
  },
  'disposed-of-and-sampling': {
    sentence: 'histogram[Symbol.dispose](): disables event loop delay sampling when the histogram is disposed.',
    rules: ['PERF-28'],
    change: () => changeMethod(perf.monitorEventLoopDelay(), Symbol.dispose, () => function dispose() {}),
    witness: (print) => { const made = perf.monitorEventLoopDelay(); made.enable(); made[Symbol.dispose](); print(made.disable()); },
  },
  'iterations-are-not-sampled': {
    sentence: 'samplePerIteration: when true, samples are taken once per event loop iteration.',
    rules: ['PERF-29'],
    change: () => wrap(perf, 'monitorEventLoopDelay', (whole) => (options) => whole({ ...options, samplePerIteration: false })),
    witness: (print) => {
      const made = perf.monitorEventLoopDelay({ samplePerIteration: true });
      made.enable();
      let left = 20;
      const turn = () => left-- ? setImmediate(turn) : print(made.count > 10);
      turn();
    },
  },
  'events-waiting-are-not-told': {
    sentence: 'uvMetricsInfo: eventsWaiting: number of events that were waiting when the event provider was called.',
    rules: ['PERF-18'],
    change: () => changeValue(performance.nodeTiming, 'uvMetricsInfo', ({ loopCount, events }) => ({ loopCount, events })),
    witness: (print) => print('eventsWaiting' in performance.nodeTiming.uvMetricsInfo),
  },
  'types-in-reverse': {
    sentence: 'getEntriesByType(): in chronological order with respect to performanceEntry.startTime.',
    rules: ['PERF-12'],
    change: () => change('getEntriesByType', (whole) => (type) => whole(type).reverse()),
    witness: (print) => {
      performance.mark('a', { startTime: 1 });
      performance.mark('b', { startTime: 2 });
      print(performance.getEntriesByType('mark')[0].name);
    },
  },
};
