// title "a worker that is referenced twice is let go by one unref"
// rules WORKER-25
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
    worker.ref();
    worker.ref();
    worker.unref();
  });
  process.on('exit', () => log('exit'));
}
