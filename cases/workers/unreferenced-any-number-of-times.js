// title "a worker that is unreferenced twice, or three times, holds nothing"
// rules WORKER-25
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  process.on('exit', () => log('exit'));
  for (const times of [2, 3]) {
    const worker = new threads.Worker('setInterval(() => {}, 1000);', { eval: true });
    for (let i = 0; i < times; i++) worker.unref();
    worker.on('exit', () => log('late'));
  }
}
