// title "a histogram counts each value that is recorded, with the least, the greatest and the mean, until it is reset"
// rules PERF-15
// layer node

const { createHistogram } = require('perf_hooks');

// It counts from Node 16.14 on.
if (Number(process.versions.node.split('.')[0]) >= 17) {
  const histogram = createHistogram();
  const tell = () => {
    log('count', histogram.count);
    log('least', histogram.min);
    log('greatest', histogram.max);
    log('mean', histogram.mean);
  };
  for (const value of [10, 30, 500, 60]) histogram.record(value);
  tell();
  log('half', histogram.percentile(50));
  const other = createHistogram();
  other.record(1);
  histogram.add(other);
  log('count', histogram.count);
  log('least', histogram.min);
  histogram.reset();
  log('count', histogram.count);
}
