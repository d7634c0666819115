// title "the entries of the timeline are ordered by the time of their start"
// rules PERF-12
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// From Node 16.7 on.
if (Number(process.versions.node.split('.')[0]) >= 17) {
  const tell = (entries) => entries.forEach(({ name }) => log(name));
  new PerformanceObserver((list) => {
    log('observed');
    tell(list.getEntries());
    tell(list.getEntriesByType('measure'));
    for (const { startTime } of list.getEntriesByName('third')) log('named', startTime);
    for (const { startTime } of list.getEntriesByType('mark')) log('typed', startTime);
  }).observe({ entryTypes: ['mark', 'measure'] });
  performance.mark('third', { startTime: 30 });
  performance.mark('first', { startTime: 10 });
  performance.measure('second', { start: 20, end: 40 });
  tell(performance.getEntries());
  log('at', performance.getEntriesByName('first')[0].startTime);
  tell(performance.getEntriesByType('mark'));
  performance.mark('third', { startTime: 15 });
  for (const { startTime } of performance.getEntriesByName('third')) log('at', startTime);
  for (const { startTime } of performance.getEntriesByType('mark')) log('at', startTime);
}
