// title "a measure takes its start, end and duration from times or marks, and throws for a mark that is not there"
// rules PERF-13
// layer node

const { performance } = require('perf_hooks');

// From Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const tell = (label, options, end) => {
    try {
      const { startTime, duration } = performance.measure(label, options, end);
      log(label, startTime);
      log(label, duration);
    } catch (error) {
      log('thrown');
    }
  };
  performance.mark('a', { startTime: 10 });
  performance.mark('b', { startTime: 25 });
  tell('marks', 'a', 'b');
  tell('options', { start: 'a', end: 'b' });
  tell('lasts', { start: 5, duration: 7 });
  tell('ends', { end: 'b', duration: 5 });
  tell('unknown', 'missing');
  tell('unknown', 'a', 'missing');
  log('mark', performance.mark('c', { startTime: 5 }).duration);
}
