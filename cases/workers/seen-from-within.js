// title "a worker knows its name and that it is none of Node's own, and its heap can be read as a stream while it runs"
// rules WORKER-37
// layer node

// From Node 24.6 on.
if (process.versions.node.split('.')[0] >= 25) {
  const { Worker, isInternalThread, threadName } = require('worker_threads');
  const tell = (label, flag) => log(label, Number(flag));
  tell('main-internal', isInternalThread);
  tell('main-name', typeof threadName === 'string');
  const worker = new Worker(`
    const { isInternalThread, parentPort, threadName } = require('worker_threads');
    parentPort.postMessage([threadName === 'fred', isInternalThread, process.threadCpuUsage().user >= 0]);
    parentPort.once('message', () => {});
  `, { eval: true, name: 'fred' });
  worker.once('message', async ([name, internal, usage]) => {
    tell('name', name);
    tell('internal', internal);
    tell('usage', usage);
    const snapshot = await worker.getHeapSnapshot();
    let length = 0;
    snapshot.on('data', (chunk) => { length += chunk.length; });
    snapshot.on('end', async () => {
      tell('snapshot', length > 1000);
      const { user, system } = await worker.cpuUsage();
      tell('usage-outside', user >= 0 && system >= 0);
      const statistics = await worker.getHeapStatistics();
      tell('statistics', statistics.used_heap_size > 0 && statistics.total_heap_size > 0);
      worker.postMessage(0);
    });
  });
  worker.on('exit', (code) => log('exit', code));
}
