// title "a stall of the loop is the greatest value of the delay histogram, in nanoseconds"
// rules PERF-16
// layer node
// needs exact-time

const { monitorEventLoopDelay, performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};
// From Node 11.10 on; in hundreds of milliseconds.
if (monitorEventLoopDelay) {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  setTimeout(() => {
    log('at-first', Math.round(histogram.max / 1e8));
    busy(300);
    setTimeout(() => {
      log('greatest', Math.round(histogram.max / 1e8));
      log('half', Math.round(histogram.percentile(50) / 1e8));
      histogram.disable();
    }, 100);
  }, 200);
}
