// title "the utilization and the measuring of functions are calls of the module, too"
// rules PERF-27
// layer node

const perf = require('perf_hooks');

// From Node 24.12 and 25.2 on.
if (Number(process.versions.node.split('.')[0]) >= 26) {
  log('utilization', Number(perf.eventLoopUtilization().active > perf.performance.eventLoopUtilization().idle));
  log('difference', Number('idle' in perf.eventLoopUtilization(perf.performance.eventLoopUtilization())));
  log('result', perf.timerify((a, b) => a + b)(40, 2));
}
