// title "a measured function is reported with its duration, an async one when it has ended"
// rules PERF-10
// layer node
// needs exact-time

const { performance, PerformanceObserver } = require('perf_hooks');

// As it is from Node 16 on. Durations are in tens of milliseconds.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) log(name, Math.floor(duration / 10));
  }).observe({ entryTypes: ['function'] });
  const quick = performance.timerify(function quick(a, b) { return a + b; });
  const slow = performance.timerify(async function slow() {
    await new Promise((resolve) => setTimeout(resolve, 20));
    log('awake');
  });
  log('result', quick(40, 2));
  slow();
}
