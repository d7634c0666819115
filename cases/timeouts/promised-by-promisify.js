// title "the reaction to a promised timeout comes in the drain after that timer"
// rules TIMER-38
// layer node

const { performance } = require('perf_hooks');
const { promisify } = require('util');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

promisify(setTimeout)(1).then(() => log('promised-timeout'));
setTimeout(() => {
  log('timeout');
  process.nextTick(() => log('tick'));
}, 1);
promisify(setImmediate)().then(() => log('promised-immediate'));
busy(10);
