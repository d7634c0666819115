// title "the metrics of the loop count the events that it has handled"
// rules PERF-18
// layer node

const fs = require('fs');
const { performance } = require('perf_hooks');

// From Node 22.8 on, and from 20.18.
if (performance.nodeTiming.uvMetricsInfo) {
  const count = () => performance.nodeTiming.uvMetricsInfo.events;
  setImmediate(() => {
    const first = count();
    fs.stat('.', () => setImmediate(() => log(count() > first ? 'more' : 'as-many')));
  });
}
