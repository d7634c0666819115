// title "the delay histogram holds a block with no less than its length"
// rules DRIFT-9
// layer node

const { monitorEventLoopDelay, performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

// The histogram looks every 10 ms, so it has looked before the block and looks again behind it.
// It came with Node 11.10.
if (monitorEventLoopDelay) {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  setTimeout(() => {
    busy(100);
    log('blocked');
    setTimeout(() => {
      histogram.disable();
      if (histogram.max >= 90e6) log('held');
    }, 30);
  }, 30);
}
