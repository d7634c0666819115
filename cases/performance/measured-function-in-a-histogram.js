// title "each call of a measured function is a value of its histogram, in nanoseconds, a promise's when it is settled"
// rules PERF-19
// layer node
// needs exact-time

const { performance, createHistogram } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
// As it is from Node 20 on; in hundreds of milliseconds.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const histogram = createHistogram();
  const tell = (label) => {
    log(label, histogram.count);
    log(label, Math.floor(histogram.max / 1e8));
  };
  const busy = performance.timerify((ms) => Atomics.wait(cell, 0, 0, ms), { histogram });
  const later = performance.timerify((ms) => new Promise((resolve) => setTimeout(resolve, ms)), { histogram });
  const failing = performance.timerify((ms) => new Promise((_, reject) => setTimeout(reject, ms)), { histogram });
  tell('made');
  busy(200);
  tell('called');
  busy(100);
  tell('called-twice');
  const kept = later(500);
  tell('not-settled');
  kept.then(() => {
    tell('settled');
    const broken = failing(800);
    broken.catch(() => tell('rejected'));
  });
}
