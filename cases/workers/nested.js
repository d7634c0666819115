// title "a worker may have workers: their messages come to it, and they end with it"
// rules WORKER-34
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 13 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const worker = new threads.Worker(`
    const { isMainThread, parentPort, threadId, Worker } = require('worker_threads');
    const inner = new Worker(\`
      const { isMainThread, parentPort } = require('worker_threads');
      setInterval(() => {}, 1000);
      parentPort.postMessage(isMainThread ? 1 : 2);
    \`, { eval: true });
    inner.on('message', (number) => parentPort.postMessage(10 * number + (inner.threadId === threadId ? 1 : 2)));
  `, { eval: true });
  log('main', Number(threads.isMainThread));
  worker.on('message', (number) => {
    log('message', number);
    worker.terminate();
  });
  worker.on('exit', (code) => log('exit', code));
}
