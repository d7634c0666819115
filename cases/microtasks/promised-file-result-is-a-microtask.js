// title "a promised file result arrives in a microtask, after a poll callback"
// rules MICRO-18 TICK-4
// layer node

const { promises } = require('fs');
const { performance } = require('perf_hooks');

const busy = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

// A tick waits for the end of the microtasks: so this is one. The immediate comes before a timeout
// that is due: so poll went before.
promises.stat(process.execPath).then(() => {
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('promise'));
  busy(10);
  log('result');
});
