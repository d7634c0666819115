// title "a histogram refuses limits, figures, values and percentiles that are out of range"
// rules PERF-22
// layer node

const { createHistogram, monitorEventLoopDelay } = require('perf_hooks');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const check = (label, call) => {
    try {
      call();
      log(`${label}-taken`);
    } catch (error) {
      log(label, error instanceof RangeError ? 1 : 2);
    }
  };
  check('lowest', () => createHistogram({ lowest: 0 }));
  check('highest', () => createHistogram({ lowest: 10, highest: 19 }));
  check('highest', () => createHistogram({ lowest: 10, highest: 20 }));
  check('figures', () => createHistogram({ figures: 0 }));
  check('figures', () => createHistogram({ figures: 6 }));
  check('figures', () => createHistogram({ figures: 1 }));
  check('figures', () => createHistogram({ figures: 5 }));
  const histogram = createHistogram();
  check('value', () => histogram.record(0));
  check('value', () => histogram.record(-1));
  check('value', () => histogram.record('1'));
  check('value', () => histogram.record(1));
  check('percentile', () => histogram.percentile(0));
  check('percentile', () => histogram.percentile(101));
  check('percentile', () => histogram.percentile(100));
  check('resolution', () => monitorEventLoopDelay({ resolution: 0 }));
  check('resolution', () => monitorEventLoopDelay({ resolution: 1 }));
}
