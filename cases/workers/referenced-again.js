// title "a worker keeps the process alive until it ends, and again after a ref"
// rules WORKER-6
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const make = () => new threads.Worker('setTimeout(() => {}, 20);', { eval: true });
  const worker = make();
  worker.unref();
  worker.ref();
  worker.on('exit', () => log('worker-exit'));
  process.on('exit', () => log('exit'));
}
