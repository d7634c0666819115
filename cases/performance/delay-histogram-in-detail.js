// title "the delay histogram stops when it is disposed of, is cloned without its switches, and has the numbers of one"
// rules PERF-28
// layer node
// needs exact-time

const { monitorEventLoopDelay } = require('perf_hooks');

// A histogram can be disposed of from Node 24.2 on.
const major = Number(process.versions.node.split('.')[0]);
if (major >= 20) {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  setTimeout(() => {
    const clone = structuredClone(histogram);
    log('cloned', Number(clone.count === histogram.count && clone.count > 0));
    log('switches', Number('enable' in clone) + Number('disable' in clone));
    log('in-order', Number(histogram.min <= histogram.mean && histogram.mean <= histogram.max));
    // A sample each 10 ms, and none of them an hour.
    log('nanoseconds', Number(histogram.min > 1e6 && histogram.max < 1e8));
    log('exceeds', histogram.exceeds);
    if (major >= 26) histogram[Symbol.dispose]();
    else histogram.disable();
    log('was-enabled', Number(histogram.disable()));
    const { count } = histogram;
    setTimeout(() => log('stopped', Number(histogram.count === count)), 100);
  }, 200);
}
