// title "timers that return promises settle them in their own phases"
// rules TIMER-38
// layer node

const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

let timers = null;
try {
  timers = require('timers/promises');
} catch (error) {
  // It came with Node 15.
}
if (timers) {
  timers.setImmediate().then(() => log('promised-immediate'));
  timers.setTimeout(1).then(() => log('promised-timeout'));
  setTimeout(() => {
    log('timeout');
    process.nextTick(() => log('tick'));
  }, 1);
  busy(10);
}
