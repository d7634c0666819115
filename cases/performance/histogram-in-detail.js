// title "a histogram has the deviation and the percentiles of its values, each as a number and as a bigint"
// rules PERF-22
// layer node

const { createHistogram } = require('perf_hooks');

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20 on; what exceeds is counted from late releases of 20, 22 and 24 on.
if (major >= 20) {
  const isCounted = minor >= ({ 20: 20, 21: Infinity, 22: 20, 23: Infinity, 24: 8 }[major] || 0);
  const histogram = createHistogram();
  log('empty', histogram.count);
  for (const value of [20, 40, 40n, 60, 90]) histogram.record(value);
  log('mean', histogram.mean);
  log('deviation', Math.round(histogram.stddev * 10));
  for (const percent of [1, 20, 60, 80, 100]) log('percentile', histogram.percentile(percent));
  log('percentiles', histogram.percentiles.get(50));
  log('percentiles', histogram.percentiles.get(100));
  const pairs = [['count', 'countBigInt'], ['min', 'minBigInt'], ['max', 'maxBigInt'], ['exceeds', 'exceedsBigInt']];
  log('twins', pairs.filter(([key, big]) => BigInt(histogram[key]) === histogram[big]).length);
  log('twin-of-a-percentile', Number(histogram.percentileBigInt(80) === 60n));
  log('twin-of-percentiles', Number(histogram.percentilesBigInt.get(100) === 90n));
  const other = createHistogram();
  other.record(200);
  other.record(10);
  histogram.add(other);
  log('added', histogram.count);
  log('added', histogram.min);
  log('added', histogram.max);
  log('left', other.count);
  histogram.reset();
  log('reset', histogram.count);
  log('reset', histogram.max);
  log('reset', histogram.percentile(100));
  const small = createHistogram({ lowest: 1, highest: 100 });
  small.record(1000);
  small.record(50);
  log('exceeds', Number(!isCounted || small.exceeds === 1));
  log('counted', Number(!isCounted || small.count === 1));
}
