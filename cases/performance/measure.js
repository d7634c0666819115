// title "a measure lasts from one mark to the other"
// rules PERF-9
// layer node
// needs exact-time

const { performance } = require('perf_hooks');

// It returns the entry from Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  // In tens of milliseconds.
  performance.mark('first');
  setTimeout(() => {
    performance.mark('second');
    setTimeout(() => {
      log('marks', Math.floor(performance.measure('marks', 'first', 'second').duration / 10));
      log('until-now', Math.floor(performance.measure('until-now', 'first').duration / 10));
    }, 30);
  }, 20);
}
