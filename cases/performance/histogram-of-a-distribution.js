// title "a histogram reports the share of its values up to a value, buckets of them, and how it differs from another"
// rules PERF-23
// layer node

const { createHistogram } = require('perf_hooks');

const [major, minor] = process.versions.node.split('.').map(Number);
// From Node 24.21 and 26.8 on. Asked of the version, with a log first: one that lost it fails.
if (minor >= ({ 24: 21, 25: Infinity, 26: 8 }[major] || 0) && major >= 24) {
  log('begin');
  const histogram = createHistogram();
  const percent = (label, share) => log(label, Math.round(share * 100));
  for (const value of [10, 20, 20, 30, 100]) histogram.record(value);
  percent('up-to-20', histogram.cdf(20));
  percent('up-to-100', histogram.cdf(100));
  percent('beyond-20', histogram.ccdf(20));
  percent('beyond-9', histogram.ccdf(9));
  log('at-20', histogram.countAt(20));
  log('at-25', histogram.countAt(25));
  const same = createHistogram();
  same.add(histogram);
  const other = createHistogram();
  other.record(100000);
  percent('same', histogram.ksTest(same));
  percent('apart', histogram.ksTest(other));
  log('leans-right', Number(histogram.skewness > 0));
  const even = createHistogram();
  for (const value of [10, 20, 30, 40, 50]) even.record(value);
  percent('even', even.skewness);
  log('light-tails', Number(even.kurtosis < 0));
  const outlier = createHistogram();
  for (let i = 0; i < 20; i++) outlier.record(10);
  outlier.record(1000);
  log('heavy-tails', Number(outlier.kurtosis > 0));
  const buckets = (label, map) => {
    log(label, map.size);
    log(label, [...map.values()].reduce((sum, count) => sum + count, 0));
  };
  buckets('linear', histogram.linearBuckets(25));
  buckets('logarithmic', histogram.logBuckets(10, 10));
  const several = histogram.percentilesAt([20, 80, 100]);
  for (const at of [20, 80, 100]) log('percentiles', several.get(at));
  const corrected = createHistogram();
  corrected.recordCorrected(100, 25);
  log('corrected', corrected.count);
  log('corrected', corrected.min);
  log('corrected', corrected.max);
  corrected.recordCorrected(20, 25);
  log('corrected', corrected.count);
  corrected.subtract(histogram);
  log('subtracted', corrected.count);
  log('subtracted', corrected.countAt(20));
  log('subtracted', corrected.countAt(75));
}
