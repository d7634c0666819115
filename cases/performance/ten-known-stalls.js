// title "which of ten known stalls the delay histogram, a lag probe, active time and idle time show"
// rules DRIFT-8 DRIFT-9 DRIFT-11 PERF-1
// layer node
// needs exact-time

const fs = require('fs');
const { monitorEventLoopDelay, performance } = require('perf_hooks');

const PERIOD = 20; // ms, of the histogram's samples and of the probe
const WINDOW = 500; // ms, in which a stall is measured
const LIMIT = 50; // ms: a longer hold-up is a stall to the histogram and to the probe
const NEAR = 10; // ms: active and idle time may differ by this from the work that was done

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => Atomics.wait(cell, 0, 0, ms);
const times = (count, each) => { for (let i = 0; i < count; i++) each(i); };

// What is done 101 ms after the measurements begin, and how much work it is in all. Samples and the
// probe are due at each multiple of 20 ms.
const stalls = [
  ['no-stall', 0, () => {}],
  ['100-ms-in-a-timeout', 100, () => busy(100)],
  ['100-ms-in-an-immediate', 100, () => setImmediate(busy, 100)],
  ['100-ms-in-ten-ticks', 100, () => times(10, () => process.nextTick(busy, 10))],
  ['100-ms-in-ten-promise-reactions', 100, () => times(10, () => Promise.resolve(10).then(busy))],
  ['100-ms-in-the-callback-of-a-file-call', 100, () => fs.stat('/', () => busy(100))],
  ['80-ms-in-a-later-timeout', 80, () => setTimeout(busy, 5, 80)],
  ['14-ms-between-two-samples', 14, () => setTimeout(busy, 3, 14)],
  ['five-of-14-ms-between-samples', 70, () => times(5, (i) => setTimeout(busy, 3 + 20 * i, 14))],
  ['thirty-of-9-ms-one-a-turn', 270, () => {
    let left = 30;
    const next = () => { busy(9); if (--left > 0) setImmediate(next); };
    setImmediate(next);
  }],
];

function measure([name, work, stall], next) {
  const histogram = monitorEventLoopDelay({ resolution: PERIOD });
  const before = performance.eventLoopUtilization();
  const idle = performance.nodeTiming.idleTime;
  const began = performance.now();
  let last = began;
  let lag = 0;
  histogram.enable();
  const probe = setInterval(() => {
    const now = performance.now();
    lag = Math.max(lag, now - last - PERIOD);
    last = now;
  }, PERIOD);
  setTimeout(stall, 101);
  setTimeout(() => {
    const passed = performance.now() - began;
    const { active } = performance.eventLoopUtilization(before);
    const waited = performance.nodeTiming.idleTime - idle;
    histogram.disable();
    clearInterval(probe);
    if (name) {
      log(`${name}.histogram`, Number(histogram.max / 1e6 - PERIOD > LIMIT));
      log(`${name}.probe`, Number(lag > LIMIT));
      log(`${name}.active`, Number(Math.abs(active - work) < NEAR));
      log(`${name}.idle`, Number(Math.abs(passed - waited - work) < NEAR));
    }
    next();
  }, WINDOW);
}

// From Node 12.19 on. The first measurement has no name: what it loads takes time.
if (performance.eventLoopUtilization) {
  const rest = [['', 0, () => {}], ...stalls];
  const go = () => { if (rest.length > 0) measure(rest.shift(), () => setTimeout(go, 19)); };
  go();
}
