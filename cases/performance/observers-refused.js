// title "an observer needs a function and either types or a type, and lists the types that exist"
// rules PERF-25
// layer node

const { performance, PerformanceObserver } = require('perf_hooks');

// As it is from Node 16.7 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const check = (label, call) => {
    try {
      call();
      log(`${label}-taken`);
    } catch (error) {
      log(`${label}-refused`);
    }
  };
  const observer = () => new PerformanceObserver(() => log('called'));
  check('no-function', () => new PerformanceObserver());
  check('no-options', () => observer().observe());
  check('no-types', () => observer().observe({}));
  check('both', () => observer().observe({ type: 'mark', entryTypes: ['mark'] }));
  check('no-list', () => observer().observe({ entryTypes: 'mark' }));
  check('one-then-many', () => {
    const mixed = observer();
    mixed.observe({ type: 'function' });
    mixed.observe({ entryTypes: ['function'] });
  });
  const types = ['dns', 'function', 'gc', 'http', 'http2', 'mark', 'measure', 'net'];
  log('types', types.filter((type) => PerformanceObserver.supportedEntryTypes.includes(type)).length);
  const ended = observer();
  ended.observe({ type: 'mark' });
  performance.mark('a');
  ended.disconnect();
  log('taken', ended.takeRecords().length);
  performance.mark('b');
  const replaced = new PerformanceObserver((list) => {
    log('replaced');
    for (const { entryType } of list.getEntries()) log(entryType);
    replaced.disconnect();
    added.observe({ type: 'mark' });
    added.observe({ type: 'measure' });
    performance.mark('e');
    performance.measure('f', { start: 0 });
  });
  replaced.observe({ entryTypes: ['mark'] });
  replaced.observe({ entryTypes: ['measure'] });
  const added = new PerformanceObserver((list) => {
    log('added');
    for (const { entryType } of list.getEntries()) log(entryType);
    added.disconnect();
  });
  performance.mark('c');
  performance.measure('d');
}
