// title "records that are taken from an observer are not reported to it"
// rules PERF-8
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// From Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const observer = new PerformanceObserver((list) => log('reported', list.getEntries().length));
  observer.observe({ entryTypes: ['mark'] });
  performance.mark('first');
  log('taken', observer.takeRecords().length);
  log('left', observer.takeRecords().length);
  performance.mark('second');
}
