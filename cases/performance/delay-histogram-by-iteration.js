// title "asked for samples by iteration, the delay histogram takes one in each, none while the loop waits, and holds nothing"
// rules PERF-29
// layer node
// needs exact-time

const { monitorEventLoopDelay } = require('perf_hooks');

const [major, minor] = process.versions.node.split('.').map(Number);
// From Node 24.19 and 26.5 on. Asked of the version, with a log first: one that lost it fails.
if (major >= 24 && minor >= ({ 24: 19, 25: Infinity, 26: 5 }[major] || 0)) {
  log('begin');
  const histogram = monitorEventLoopDelay({ samplePerIteration: true });
  histogram.enable();
  setTimeout(() => {
    const before = histogram.count;
    let left = 50;
    const turn = () => {
      if (--left) return setImmediate(turn);
      // The iteration under way may count or not.
      log('sampled', Math.round((histogram.count - before) / 10));
      const idle = histogram.count;
      setTimeout(() => {
        log('waiting', Math.round((histogram.count - idle) / 10));
      }, 200);
    };
    setImmediate(turn);
  }, 10);
  process.on('exit', () => log('exit'));
}
