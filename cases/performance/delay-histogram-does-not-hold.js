// title "the delay histogram does not keep the process alive"
// rules PERF-5
// layer node

const { monitorEventLoopDelay } = require('perf_hooks');

// From Node 11.10 on.
if (monitorEventLoopDelay) {
  monitorEventLoopDelay().enable();
  setTimeout(() => log('work'), 25);
  process.on('exit', () => log('exit'));
}
