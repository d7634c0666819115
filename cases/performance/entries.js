// title "an entry has its name, type, start and duration, and keeps a clone of its detail"
// rules PERF-20
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

const [major, minor] = process.versions.node.split('.').map(Number);
// From Node 16.7 on; the timeline's classes are global from Node 19 on.
if (major >= 20) {
  // The JSON of a measure has its detail from late releases of 20 and 22 on.
  const hasDetail = minor >= ({ 20: 17, 21: Infinity, 22: 6 }[major] || 0);
  const check = (label, entry, Kind) => {
    log(`${label}-is-${entry.entryType}`);
    log(`${label}-called-${entry.name}`);
    log('at', entry.startTime);
    log('lasts', entry.duration);
    log('kind', Number(entry instanceof Kind) + Number(entry instanceof PerformanceEntry));
    const json = entry.toJSON();
    const keys = ['name', 'entryType', 'startTime', 'duration'];
    if (label === 'mark' || hasDetail) keys.push('detail');
    log('told', Number(keys.every((key) => key in json)));
    log('alike', Number(json.name === entry.name && json.startTime === entry.startTime));
  };
  const detail = { number: 4 };
  const mark = performance.mark('one', { startTime: 20, detail });
  check('mark', mark, PerformanceMark);
  detail.number = 5;
  log('detail', mark.detail.number);
  const measure = performance.measure('two', { start: 20, end: 50, detail });
  check('measure', measure, PerformanceMeasure);
  detail.number = 6;
  log('detail', measure.detail.number);
  log('no-detail', Number(performance.measure('three').detail === null));
  log('found', Number(performance.getEntriesByName('one')[0] === mark));
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    const [entry] = list.getEntries();
    log('given', Number(entry === performance.getEntriesByName('four')[0]));
    const of = (...args) => log('of-a-name', list.getEntriesByName(...args).length);
    of('four');
    of('four', 'mark');
    of('four', 'measure');
    of('four', 'function');
    of('none');
    log('of-a-type', list.getEntriesByType('measure').length);
    log('of-a-type', list.getEntriesByType('function').length);
  }).observe({ entryTypes: ['mark', 'measure'] });
  performance.mark('four');
  performance.measure('four');
  performance.measure('five');
}
