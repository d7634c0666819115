// title "an observer is called later, once for all entries, in the order of their times"
// rules PERF-6
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// As the standard has it from Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  new PerformanceObserver((list, observer) => {
    log('entries', list.getEntries().length);
    for (const { name } of list.getEntries()) log(name);
    observer.disconnect();
    performance.mark('after-the-end');
  }).observe({ entryTypes: ['mark'] });
  performance.mark('first');
  performance.mark('second');
  log('end');
  process.nextTick(() => log('tick'));
  setTimeout(() => log('timeout'), 5);
}
