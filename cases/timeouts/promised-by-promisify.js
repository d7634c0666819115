// title "the reaction to a promised timeout comes in the drain after that timer"
// rules TIMER-38
// layer node

const { performance } = require('perf_hooks');
const { promisify } = require('util');

const busy = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

promisify(setTimeout)(1).then(() => log('promised-timeout'));
setTimeout(() => {
  log('timeout');
  process.nextTick(() => log('tick'));
}, 1);
promisify(setImmediate)().then(() => log('promised-immediate'));
busy(10);
