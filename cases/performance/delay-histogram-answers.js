// title "the delay histogram answers whether it was started or stopped"
// rules PERF-3
// layer node

const { monitorEventLoopDelay } = require('perf_hooks');

// From Node 11.10 on.
if (monitorEventLoopDelay) {
  const histogram = monitorEventLoopDelay();
  log('enabled', Number(histogram.enable()));
  log('twice', Number(histogram.enable()));
  log('disabled', Number(histogram.disable()));
  log('twice', Number(histogram.disable()));
}
