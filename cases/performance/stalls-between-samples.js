// title "the delay histogram misses blocks between its samples, the active time counts them"
// rules DRIFT-11 PERF-1
// layer node
// needs exact-time

const { monitorEventLoopDelay, performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => Atomics.wait(cell, 0, 0, ms);

// A sample is due every 50 ms; each of these blocks is over before the next one.
if (performance.eventLoopUtilization) {
  const histogram = monitorEventLoopDelay({ resolution: 50 });
  setTimeout(() => {
    const before = performance.eventLoopUtilization();
    histogram.enable();
    [1, 2, 3, 4].forEach((n) => setTimeout(busy, 50 * n + 10, 25));
    setTimeout(() => {
      if (histogram.max < 65e6) log('missed');
      if (performance.eventLoopUtilization(before).active >= 100) log('counted');
      histogram.disable();
    }, 290);
  }, 5);
}
