// title "a worker that has ended has no id, name, limits or figures, each event came once, and nothing comes after"
// rules WORKER-37
// layer node

const major = Number(process.versions.node.split('.')[0]);

// As it is from Node 20 on.
if (major >= 20) {
  const { Worker } = require('worker_threads');
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.once('message', () => {});
  `, { eval: true, name: 'fred' });
  const ask = async (label, call) => {
    try {
      await call();
      log(label, 1);
    } catch (error) {
      log(error.code === 'ERR_WORKER_NOT_RUNNING' ? label : 'another-error', 0);
    }
  };
  const state = () => {
    log('has-an-id', Number(worker.threadId > 0));
    log('limits', Math.sign(Object.keys(worker.resourceLimits).length));
    // From Node 24.6 on, and in the last releases of 22.
    if (major >= 25) log('name', Number(worker.threadName === 'fred'));
    if (major >= 25) log('no-name', Number(worker.threadName === null));
  };
  for (const name of ['online', 'message', 'messageerror', 'error']) worker.on(name, () => log(name));
  worker.once('online', async () => {
    state();
    // From Node 24.6 on.
    if (major >= 25) {
      await ask('usage', () => worker.cpuUsage());
      await ask('statistics', () => worker.getHeapStatistics());
    }
    worker.postMessage(0);
  });
  worker.on('exit', async (code) => {
    log('exit', code);
    state();
    if (major >= 25) {
      await ask('usage', () => worker.cpuUsage());
      await ask('statistics', () => worker.getHeapStatistics());
    }
    await ask('snapshot', () => worker.getHeapSnapshot());
    log('id', worker.threadId);
    const { active, idle, utilization } = worker.performance.eventLoopUtilization();
    log('utilization', active + idle + utilization);
    await worker.terminate();
    log('terminated');
    worker.ref();
    worker.unref();
    worker.postMessage(1);
    // Long enough for an event that came twice.
    setTimeout(() => log('end'), 20);
  });
}
