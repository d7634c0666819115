// title "a lock has its name and mode, its request the value or error of the callback; a snapshot tells all of them"
// rules WORKER-29
// layer node

// From Node 24.5 on.
if (process.versions.node.split('.')[0] >= 25) {
  const { locks } = require('worker_threads');
  const show = (list) => Number(list.map(({ name, mode }) => (name === 'a' ? 1 : 2) + (mode === 'shared' ? 4 : 0)).sort().join(''));
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const failed = (error) => log(error.name);

  const main = async () => {
    await locks.request('a', (lock) => {
      log('name', Number(lock.name === 'a'));
      log('exclusive', Number(lock.mode === 'exclusive'));
    });
    await locks.request('a', { mode: 'shared' }, (lock) => log('shared', Number(lock.mode === 'shared')));
    log('value', await locks.request('a', () => 5));
    log('later-value', await locks.request('a', async () => {
      await wait(1);
      return 6;
    }));
    await locks.request('a', () => Promise.reject(new TypeError())).catch(failed);

    const held = locks.request('a', async () => {
      await wait(10);
      return 7;
    });
    const beside = locks.request('b', { mode: 'shared' }, () => wait(10));
    const waiting = locks.request('a', { mode: 'shared' }, () => log('granted'));
    const aborted = new AbortController();
    const given = locks.request('a', { signal: aborted.signal }, () => log('never-granted')).catch(failed);
    const snapshot = await locks.query();
    log('held', show(snapshot.held));
    log('pending', show(snapshot.pending));
    aborted.abort();
    await given;
    await locks.request('a', { ifAvailable: true }, (lock) => log('not-available', Number(lock === null)));
    await locks.request('c', { ifAvailable: true }, (lock) => log('available', Number(lock.name === 'c')));
    log('held-value', await held);
    await waiting;
    await beside;

    // Who steals comes first, and who was robbed goes on without the lock.
    const robbed = locks.request('a', () => wait(5).then(() => log('robbed-goes-on'))).catch(failed);
    const queued = locks.request('a', () => log('queued'));
    await wait(1);
    await locks.request('a', { steal: true }, () => log('stolen'));
    await robbed;
    await queued;
    const refuse = (label, options) => locks.request('a', options, () => log(label, 0)).catch(() => log(label, 1));
    await refuse('steal-if-available', { steal: true, ifAvailable: true });
    await refuse('steal-shared', { steal: true, mode: 'shared' });
    await refuse('another-mode', { mode: 'other' });
    await wait(10);
    const { held: rest, pending } = await locks.query();
    log('left', rest.length + pending.length);
  };
  main();
}
