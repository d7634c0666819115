// title "the utilization of the loop is its idle and active time since an earlier call"
// rules PERF-1
// layer node
// needs exact-time

const { performance } = require('perf_hooks');

// All in tens, of milliseconds and of percent.
const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

// From Node 12.19 on.
const utilization = performance.eventLoopUtilization;
if (utilization) {
  const tell = ({ idle, active, utilization: share }) => {
    log('idle', Math.round(idle / 10));
    log('active', Math.round(active / 10));
    log('share', Math.round(share * 10));
  };
  setTimeout(() => {
    const first = utilization();
    busy(40);
    setTimeout(() => {
      const second = utilization();
      tell(utilization(first));
      busy(500);
      tell(utilization(second, first)); // Between the two of them, whatever came later.
    }, 10);
  }, 20);
}
