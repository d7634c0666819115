// title "a worker that is unreferenced twice is held by one ref"
// rules WORKER-25
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const worker = new threads.Worker('setTimeout(() => {}, 20);', { eval: true });
  worker.unref();
  worker.unref();
  worker.ref();
  worker.on('exit', () => log('worker-exit'));
  process.on('exit', () => log('exit'));
}
