// title "callbacks of hooks, types, triggers and bound functions are checked when they are given"
// rules HOOK-28
// layer node

const { AsyncLocalStorage, AsyncResource, createHook } = require('async_hooks');

const major = Number(process.versions.node.split('.')[0]);
const check = (label, call) => {
  try {
    call();
    log(`${label}-taken`);
  } catch (error) {
    log(`${label}-refused`);
  }
};
for (const name of ['init', 'before', 'after', 'destroy', 'promiseResolve']) {
  check(name, () => createHook({ [name]: 3 }));
  check(name, () => createHook({ [name]: () => {} }));
}
check('none', () => createHook({}));
check('type', () => new AsyncResource());
check('type', () => new AsyncResource(3));
check('trigger', () => new AsyncResource('OWN', { triggerAsyncId: -2 }));
check('trigger', () => new AsyncResource('OWN', { triggerAsyncId: 5 }));
if (major >= 20) {
  check('bound', () => AsyncResource.bind(3));
  check('bound', () => new AsyncResource('OWN').bind(3));
  check('bound', () => AsyncLocalStorage.bind(3));
}
if (major >= 26) check('untracked', () => createHook({ promiseResolve() {}, trackPromises: false }));
