// title "marks and measures are on the timeline until they are cleared, all of them or those of one name"
// rules PERF-12
// layer node

const { performance } = require('perf_hooks');

// From Node 16.7 on; before 19 the type beside a name is ignored.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const count = (label) => {
    log(label, performance.getEntriesByType('mark').length);
    log(label, performance.getEntriesByType('measure').length);
  };
  performance.mark('a');
  performance.mark('b');
  performance.mark('a');
  performance.measure('m');
  performance.measure('n');
  count('made');
  log('of-a-name', performance.getEntriesByName('a').length);
  log('of-a-name', performance.getEntriesByName('a', 'measure').length);
  performance.clearMarks('a');
  count('one-name');
  performance.clearMeasures('m');
  count('one-name');
  performance.mark('c');
  performance.clearMarks();
  count('marks');
  performance.measure('m');
  performance.clearMeasures();
  count('measures');
}
