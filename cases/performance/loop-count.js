// title "the metrics of the loop count its iterations"
// rules PERF-11
// layer node

const { performance } = require('perf_hooks');

// From Node 22.8 on, and from 20.18.
if (performance.nodeTiming.uvMetricsInfo) {
  const count = () => performance.nodeTiming.uvMetricsInfo.loopCount;
  setImmediate(() => {
    const first = count();
    setImmediate(() => setImmediate(() => log('iterations-more', count() - first)));
  });
}
