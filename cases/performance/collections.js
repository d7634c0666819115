// title "a collection of garbage is reported to observers, with its kind and flags"
// rules PERF-26
// layer node

const { PerformanceObserver, constants } = require('perf_hooks');

// As it is from Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  require('v8').setFlagsFromString('--expose-gc');
  const collect = require('vm').runInNewContext('gc');
  new PerformanceObserver((list, observer) => {
    const forced = list.getEntries().find(({ detail }) => detail.flags === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED);
    if (!forced) return;
    observer.disconnect();
    log(forced.entryType);
    log(forced.name);
    log('major', Number(forced.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR));
  }).observe({ entryTypes: ['gc'] });
  collect();
  log('collected');
  setTimeout(() => log('end'), 20);
}
