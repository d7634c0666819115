// title "an observer sees entries from before it observes only if it asks for them"
// rules PERF-7
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// From Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  performance.mark('older');
  performance.mark('old');
  const watch = (label, buffered) => new PerformanceObserver((list) => {
    log([label, ...list.getEntries().map(({ name }) => name)].join('-'));
  }).observe({ type: 'mark', buffered });
  watch('fresh-only', false);
  watch('all-of-them', true);
  performance.mark('new');
}
