// title "a histogram records the time since the call before, in nanoseconds"
// rules PERF-15
// layer node
// needs exact-time

const { createHistogram } = require('perf_hooks');

// It counts from Node 16.14 on.
if (Number(process.versions.node.split('.')[0]) >= 17) {
  const histogram = createHistogram();
  histogram.recordDelta();
  log('count', histogram.count);
  setTimeout(() => {
    histogram.recordDelta();
    log('count', histogram.count);
    log('hundreds', Math.round(histogram.max / 1e8));
    setTimeout(() => {
      histogram.recordDelta();
      log('count', histogram.count);
      log('hundreds', Math.round(histogram.max / 1e8));
    }, 400);
  }, 300);
}
