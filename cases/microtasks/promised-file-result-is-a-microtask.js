// title "a promised file result arrives in a microtask, after a poll callback"
// rules MICRO-18 TICK-4
// layer node

const { promises } = require('fs');
const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
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
