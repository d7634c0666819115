// title "the delay histogram samples every 10 ms by itself, and keeps what it has when it is disabled and enabled again"
// rules PERF-16
// layer node
// needs exact-time

const { monitorEventLoopDelay } = require('perf_hooks');

// It tells their number from Node 16.14 on.
const histogram = monitorEventLoopDelay ? monitorEventLoopDelay() : {};
if (histogram.count !== undefined && process.versions.node.split('.')[0] >= 17) {
  const tell = (label) => log(label, Math.round(histogram.count / 10));
  setTimeout(() => {
    tell('at-first');
    histogram.enable();
  }, 100);
  setTimeout(() => {
    tell('enabled');
    histogram.disable();
  }, 305);
  setTimeout(() => {
    tell('disabled');
    histogram.enable();
    tell('enabled-again');
  }, 500);
  setTimeout(() => {
    tell('later');
    histogram.disable();
  }, 705);
}
