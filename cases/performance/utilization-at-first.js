// title "before the loop has started its utilization is nothing, its times are not there and it was never idle"
// rules PERF-2
// layer node
// needs exact-time

const { performance } = require('perf_hooks');

const timing = performance.nodeTiming;
const tell = () => {
  log(timing.loopStart === -1 ? 'not-started' : 'started');
  log(timing.loopExit === -1 ? 'not-ended' : 'ended');
};
tell();
setTimeout(tell, 20);
process.on('exit', tell);

// From Node 12.19 on.
if (performance.eventLoopUtilization) {
  const { idle, active, utilization } = performance.eventLoopUtilization();
  log('sum', idle + active + utilization);
  log('idle', timing.idleTime);
  setTimeout(() => log('idle', Math.round(timing.idleTime / 10)), 20);
}
