// title "resources are on the timeline up to its size, an event reports that it is full, and they are cleared by name"
// rules PERF-24
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const timing = {
    startTime: 10, endTime: 50, finalServiceWorkerStartTime: 12, redirectStartTime: 14, redirectEndTime: 16,
    postRedirectStartTime: 18, finalNetworkRequestStartTime: 30, finalNetworkResponseStartTime: 40,
    encodedBodySize: 700, decodedBodySize: 900,
    finalConnectionTimingInfo: {
      domainLookupStartTime: 20, domainLookupEndTime: 22, connectionStartTime: 24, connectionEndTime: 28,
      secureConnectionStartTime: 26, ALPNNegotiatedProtocol: 'h2',
    },
  };
  const add = (name) => performance.markResourceTiming(timing, name, 'fetch', globalThis, '', {}, 200, '');
  const count = (label) => log(label, performance.getEntriesByType('resource').length);
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    log('observed', list.getEntries().length);
  }).observe({ type: 'resource' });
  const entry = add('one');
  log(entry.entryType);
  log(entry.name);
  log(entry.initiatorType);
  log('size', entry.transferSize);
  log('encoded', entry.encodedBodySize);
  log('decoded', entry.decodedBodySize);
  log('duration', entry.duration);
  const steps = ['workerStart', 'redirectStart', 'redirectEnd', 'fetchStart', 'domainLookupStart', 'domainLookupEnd',
    'connectStart', 'secureConnectionStart', 'connectEnd', 'requestStart', 'responseStart', 'responseEnd'];
  steps.forEach((step, i) => log('step', entry[step]));
  const json = entry.toJSON();
  log('told', steps.filter((step) => json[step] === entry[step]).length);
  add('two');
  add('one');
  count('made');
  log('found', performance.getEntriesByName('one').length);
  performance.clearResourceTimings('one');
  count('cleared-by-name');
  performance.clearResourceTimings();
  count('cleared');
  // Node tells it again for each entry that did not fit, and has that entry several times.
  performance.addEventListener('resourcetimingbufferfull', ({ type }) => {
    log(type);
    performance.setResourceTimingBufferSize(5);
  }, { once: true });
  performance.setResourceTimingBufferSize(2);
  add('three');
  add('four');
  add('five');
  count('beyond');
  setTimeout(() => log('fits', Number(performance.getEntriesByName('five').length > 0)), 10);
}
