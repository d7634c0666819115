// stalls.cjs - what Node's measurements say of known stalls. In virtual time the truth is known: how
// long the loop was held up, and how long it waited. Prints a table for METRICS.md:
//
//     LD_PRELOAD=build/libloopspec-world.so LOOPSPEC_WORLD=virtual,ticking node src/runtime/stalls.cjs
'use strict';

const fs = require('fs');
const { monitorEventLoopDelay, performance } = require('perf_hooks');

const RESOLUTION = 20; // ms, of the histogram and of the probe
const WINDOW = 500; // ms, in which a stall is measured
const LIMIT = 50; // ms: who looks for stalls is told of what is longer
const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => Atomics.wait(cell, 0, 0, ms);
const times = (count, each) => { for (let i = 0; i < count; i++) each(); };

// What is done 100 ms after the measurements begin, and the longest hold-up and the work it makes.
// Sample and probe are due at each multiple of 20 ms, so 105 ms is between two of them.
const stalls = [
  ['none: it waits', 0, 0, () => {}],
  ['100 ms in a timeout', 100, 100, () => busy(100)],
  ['100 ms in an immediate', 100, 100, () => setImmediate(busy, 100)],
  ['100 ms in ten ticks', 100, 100, () => times(10, () => process.nextTick(busy, 10))],
  ['100 ms in ten promise reactions', 100, 100,
    () => times(10, () => Promise.resolve(10).then(busy))],
  ['100 ms in the callback of a file call', 100, 100, () => fs.stat('/', () => busy(100))],
  ['80 ms in a timeout', 80, 80, () => setTimeout(busy, 5, 80)],
  ['14 ms between two samples', 14, 14, () => setTimeout(busy, 3, 14)],
  ['five of 14 ms, each between two samples', 14, 70,
    () => times(5, () => { const at = 3 + 20 * times.n++; setTimeout(busy, at, 14); })],
  ['thirty of 9 ms, one a turn', 9, 270, () => {
    let left = 30;
    const next = () => { busy(9); if (--left > 0) setImmediate(next); };
    setImmediate(next);
  }],
];

const word = (is) => (is ? 'yes' : 'no');

function measure([name, longest, work, stall], next) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  const before = performance.eventLoopUtilization();
  const idle = performance.nodeTiming.idleTime;
  const began = performance.now();
  let last = began;
  let lag = 0;
  times.n = 0;
  histogram.enable();
  const probe = setInterval(() => {
    const now = performance.now();
    lag = Math.max(lag, now - last - RESOLUTION);
    last = now;
  }, RESOLUTION);
  setTimeout(stall, 101);
  setTimeout(() => {
    histogram.disable();
    clearInterval(probe);
    const passed = performance.now() - began;
    const used = performance.eventLoopUtilization(before);
    const waited = performance.nodeTiming.idleTime - idle;
    if (name) {
      console.log(`| ${[name, `${longest} ms`, `${work} ms`,
        word(histogram.max / 1e6 - RESOLUTION > LIMIT), word(lag > LIMIT),
        word(used.active >= work), word(passed - waited >= work)].join(' | ')} |`);
    }
    next();
  }, WINDOW);
}

console.log(`| stall | longest | work | histogram tells of more than ${LIMIT} ms | so does the probe | active time has the work | idle time leaves it out |`);
console.log('| --- | ---: | ---: | --- | --- | --- | --- |');
const rest = [['', 0, 0, () => {}], ...stalls]; // the first one loads what is loaded once
(function go() {
  const row = rest.shift();
  if (row) measure(row, () => setTimeout(go, 19));
}());
