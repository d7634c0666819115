// title "the metrics of the loop count the events that it has handled"
// rules PERF-18
// layer node

const fs = require('fs');
const { performance } = require('perf_hooks');

// From Node 22.8 on, and from 20.18.
if (performance.nodeTiming.uvMetricsInfo) {
  const count = () => performance.nodeTiming.uvMetricsInfo.events;
  const isCount = (key) => performance.nodeTiming.uvMetricsInfo[key] >= 0;
  setImmediate(() => {
    const first = count();
    log('counts', ['loopCount', 'events', 'eventsWaiting'].filter(isCount).length);
    fs.stat('.', () => setImmediate(() => log(count() > first ? 'more' : 'as-many')));
  });
}
