// title "a context of vm may have its own microtasks, which run at the end of each script in it"
// rules MICRO-19
// layer node

// From Node 14.6 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const vm = require('vm');
  const script = "log('script'); Promise.resolve().then(() => { log('its-microtask'); return null; }).then(() => log('its-second'));";
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name}`); } };

  Promise.resolve().then(() => log('microtask'));
  process.nextTick(() => log('tick'));
  vm.runInNewContext(script, { log }, { microtaskMode: 'afterEvaluate' });
  log('after-its-own');
  const context = vm.createContext({ log }, { microtaskMode: 'afterEvaluate' });
  log('same', Number(vm.createContext(context) === context && vm.isContext(context)));
  new vm.Script(script).runInContext(context);
  log('after-the-second');
  vm.runInContext(`(async () => { log('async'); await null; log('goes-on'); })();`, context);
  log('after-the-third');
  vm.runInNewContext("Promise.resolve().then(() => log('shared'));", { log });
  log('after-the-shared');

  // A function of the outer context goes to the outer queue.
  vm.runInContext('Promise.resolve().then(outer);', Object.assign(context, { outer: () => log('outer') }));
  log('outer-waits');

  thrown('mode', () => vm.createContext({}, { microtaskMode: 'never' }));
  log('end');
}
