// title "marks and measures keep their detail, and are one entry each"
// rules PERF-13
// layer node

const { performance } = require('perf_hooks');

// From Node 16.7 on.
if (Number(process.versions.node.split('.')[0]) >= 17) {
  log('mark', performance.mark('a', { detail: 1 }).detail);
  log('measure', performance.measure('b', { start: 'a', detail: 2 }).detail);
  log('none', Number(performance.mark('c').detail === null));
  log('entries', performance.getEntries().length);
}
