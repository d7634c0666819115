// title "a measured function keeps its name and length, passes this and errors on, and its entry has the arguments"
// rules PERF-10
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// As it is from Node 16.7 on.
if (Number(process.versions.node.split('.')[0]) >= 17) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      log(entry.name);
      log('arguments', entry.detail.length);
    }
  }).observe({ entryTypes: ['function'] });
  const measured = performance.timerify(function own(a, b) { return this.number + a + b; });
  log('length', measured.length);
  log('result', measured.call({ number: 30 }, 10, 2));
  try {
    performance.timerify(() => { throw new Error('x'); })();
  } catch (error) {
    log('thrown');
  }
}
