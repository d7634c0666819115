// title "a lock is not released if its callback throws, though its request is rejected"
// rules WORKER-41
// layer node

// From Node 24.5 on.
if (process.versions.node.split('.')[0] >= 25) {
  const { locks } = require('worker_threads');
  const main = async () => {
    await locks.request('a', () => { throw new RangeError(); }).catch((error) => log(error.name));
    log('held', (await locks.query()).held.length);
    await locks.request('a', { ifAvailable: true }, (lock) => log('available', Number(lock !== null)));
    await locks.request('b', async () => { throw new TypeError(); }).catch((error) => log(error.name));
    await locks.request('b', () => log('released'));
  };
  main();
}
