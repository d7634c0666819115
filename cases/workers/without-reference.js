// title "an unreferenced worker does not keep the process alive"
// rules WORKER-5
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const worker = new threads.Worker('setInterval(() => {}, 1000);', { eval: true });
  worker.on('exit', () => log('worker-exit'));
  worker.on('online', () => {
    log('online');
    worker.unref();
  });
  process.on('exit', () => log('exit'));
}
