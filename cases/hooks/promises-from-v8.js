// title "v8.promiseHooks reports when a promise is made and settled, and before and after its callback"
// rules HOOK-31
// layer node

const { promiseHooks } = require('v8');

// From Node 16.14 on, and from 17.1.
if (promiseHooks && Number(process.versions.node.split('.')[0]) >= 20) {
  const ids = new Map();
  let watched = false;
  const id = (promise) => { if (!ids.has(promise)) ids.set(promise, ids.size + 1); return ids.get(promise); };
  const tell = (label) => (promise, parent) => { if (watched) log(`${label}-${id(promise)}${parent ? `-of-${id(parent)}` : ''}`); };
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name}`); } };

  const stopAll = promiseHooks.createHook({ init: tell('init'), settled: tell('settled'), before: tell('before'), after: tell('after') });
  watched = true;
  let resolve;
  const one = new Promise((then) => { resolve = then; });
  const two = one.then(() => log('callback'));
  const stopSecond = promiseHooks.onInit(() => { if (watched) log('second-init'); });
  Promise.resolve();
  stopSecond();
  Promise.resolve();
  log('resolve');
  resolve();
  log('resolved');
  const wait = async () => { await null; log('goes-on'); };
  two.then(() => {
    watched = false;
    const rejects = promiseHooks.onSettled(() => log('settled'));
    const befores = promiseHooks.onBefore(() => log('before'));
    Promise.reject(new Error('x')).catch(() => { rejects(); befores(); stopAll(); log('stopped'); });
    setTimeout(() => {
      watched = true;
      wait();
      thrown('async', () => promiseHooks.onInit(async () => {}));
      thrown('none', () => promiseHooks.onAfter());
    }, 1);
  });
}
