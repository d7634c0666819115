// title "a script of vm is ended at its timeout, and so are its microtasks if the context has its own"
// rules MICRO-20
// layer node
// needs real-clock

// From Node 14.6 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const vm = require('vm');
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name}`); } };
  const endless = { timeout: 20, microtaskMode: 'afterEvaluate' };
  const patient = { timeout: 60000, microtaskMode: 'afterEvaluate' };
  process.nextTick(() => log('tick'));
  thrown('script', () => vm.runInNewContext('for (;;);', {}, { timeout: 20 }));
  thrown('function', () => vm.runInThisContext('(() => { for (;;); })()', { timeout: 20 }));
  thrown('microtasks', () => vm.runInNewContext('Promise.resolve().then(() => { for (;;); });', {}, endless));
  thrown('in-time', () => vm.runInNewContext('Promise.resolve().then(() => {});', {}, patient));
  thrown('zero', () => vm.runInNewContext('1', {}, { timeout: 0 }));

  // Who listens to SIGINT does so again after a script that watches for it.
  const listener = () => log('interrupted');
  process.on('SIGINT', listener);
  log('while', vm.runInNewContext('count()', { count: () => process.listenerCount('SIGINT') }, { breakOnSigint: true }));
  log('afterwards', process.listeners('SIGINT').filter((one) => one === listener).length);
  process.removeListener('SIGINT', listener);
}
