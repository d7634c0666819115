// title "a measure lasts from one mark to the other"
// rules PERF-9
// layer node

const { performance } = require('perf_hooks');

// It returns the entry from Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  performance.mark('first');
  setTimeout(() => {
    performance.mark('second');
    setTimeout(() => {
      log('marks', Math.round(performance.measure('marks', 'first', 'second').duration));
      log('until-now', Math.round(performance.measure('until-now', 'first').duration));
    }, 30);
  }, 20);
}
