// title "the delay histogram takes a sample in each period while it is enabled, and none else"
// rules PERF-4
// layer node
// needs exact-time

const { monitorEventLoopDelay } = require('perf_hooks');

// It tells their number from Node 16.14 on.
const histogram = monitorEventLoopDelay ? monitorEventLoopDelay({ resolution: 20 }) : {};
if (histogram.count !== undefined) {
  const tell = (label) => log(label, Math.round(histogram.count / 5));
  setTimeout(() => {
    tell('at-first');
    histogram.enable();
  }, 100);
  setTimeout(() => {
    tell('enabled');
    histogram.disable();
  }, 310);
  setTimeout(() => {
    tell('disabled');
    histogram.reset();
    tell('reset');
  }, 500);
}
