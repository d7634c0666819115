// title "the store is the same after each of many awaits, of values, of promises and of thenables"
// rules CONTEXT-3
// layer node

const { AsyncLocalStorage } = require('async_hooks');

// From Node 14 on; before, a thenable of one's own loses it.
if (AsyncLocalStorage && Number(process.versions.node.split('.')[0]) >= 14) {
  const storage = new AsyncLocalStorage();
  let kept = 0;
  const see = () => { kept += storage.getStore() === 'store'; };
  const work = async () => {
    for (let i = 0; i < 5; i++) { await i; see(); }
    for (let i = 0; i < 5; i++) { await Promise.resolve(); see(); }
    await new Promise((resolve) => setTimeout(resolve, 1));
    see();
    await new Promise((resolve) => setImmediate(resolve));
    see();
    try { await Promise.reject(new Error('expected')); } catch (error) { see(); }
    await Promise.all([1, Promise.resolve(2)]);
    see();
    await { then: (resolve) => { see(); resolve(); } };
    see();
    await (async () => { await null; see(); })();
    see();
    for await (const value of (async function* generate() { yield 1; see(); yield 2; })()) see();
    queueMicrotask(see);
    await null;
    await null;
    log('kept', kept);
  };
  storage.run('store', work).then(() => log('outside', Number(storage.getStore() === undefined)));
  log('not-here', Number(storage.getStore() === undefined));
}
