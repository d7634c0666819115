// title "now follows the time, the origin and the start of the loop stay, and the process began in order"
// rules PERF-17
// layer node
// needs exact-time

const { performance } = require('perf_hooks');

const { nodeTiming } = performance;
const origin = performance.timeOrigin;
const first = performance.now();
setTimeout(() => {
  const start = nodeTiming.loopStart;
  log('passed', Math.round((performance.now() - first) / 10));
  setTimeout(() => {
    log('passed', Math.round((performance.now() - first) / 10));
    log('origin-moved', performance.timeOrigin - origin);
    log('start-moved', nodeTiming.loopStart - start);
    const { nodeStart, v8Start, environment, bootstrapComplete, loopStart } = nodeTiming;
    const times = [0, nodeStart, v8Start, environment, bootstrapComplete, loopStart, performance.now()];
    log('in-order', Number(times.every((time, i) => i === 0 || times[i - 1] <= time)));
  }, 30);
}, 20);
