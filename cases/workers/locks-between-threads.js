// title "a lock is one for all threads, and waits in any of them; an abort after it was granted does nothing"
// rules WORKER-29
// layer node

// From Node 24.5 on.
if (process.versions.node.split('.')[0] >= 25) {
  const { locks, Worker } = require('worker_threads');
  const tell = (label, flag) => log(label, Number(flag));
  const failed = (error) => log(error.name);
  const worker = new Worker(`
    const { locks, parentPort } = require('worker_threads');
    locks.request('a', () => {
      parentPort.postMessage('held');
      return new Promise((resolve) => parentPort.once('message', resolve));
    });
  `, { eval: true });
  worker.once('message', async () => {
    const { held, pending } = await locks.query();
    log('told-of-others', held.length + pending.length);
    await locks.request('a', { ifAvailable: true }, (lock) => tell('not-available', lock === null));
    const controller = new AbortController();
    const waits = locks.request('a', { signal: controller.signal }, async (lock) => {
      tell('granted', lock.name === 'a');
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 5;
    });
    const alive = setInterval(() => {}, 1000);
    log('asked');
    worker.postMessage('release');
    log('value', await waits);
    await locks.request('a', { signal: AbortSignal.abort() }, () => log('granted-to-the-aborted')).catch(failed);
    await locks.request('-a', () => log('granted-to-a-hyphen')).catch(failed);
    await locks.request('a').catch(failed);
    const again = await locks.query();
    log('left', again.held.length + again.pending.length);
    clearInterval(alive);
  });
}
