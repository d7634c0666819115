// title "an observer is given entries of its types only, each observer all of them, and none holds the process"
// rules PERF-14
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// From Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const watch = (label, ...entryTypes) => new PerformanceObserver((list) => {
    list.getEntries().forEach(({ name }) => log(label, Number(name)));
  }).observe({ entryTypes });
  watch('marks', 'mark');
  watch('also-marks', 'mark');
  watch('measures', 'measure');
  watch('both', 'mark', 'measure');
  performance.mark('1');
  performance.measure('2', { start: performance.now(), duration: 5 });
  setTimeout(() => log('late'), 100).unref();
  process.on('exit', () => log('exit'));
}
