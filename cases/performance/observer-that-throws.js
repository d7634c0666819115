// title "what an observer throws is uncaught, and it still gets the next entries"
// rules PERF-30
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { performance, PerformanceObserver } = require('perf_hooks');
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    log('entries', list.getEntries().length);
    if (++count === 1) throw new RangeError('x');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['mark'] });
  process.on('uncaughtException', ({ name }) => {
    log(name);
    performance.mark('c');
  });
  performance.mark('a');
  performance.mark('b');
  log('marked');
}
