// title "a worker is online before its messages come, and its exit comes last"
// rules WORKER-1
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.postMessage(1);
    setTimeout(() => parentPort.postMessage(2), 5);
    process.on('exit', () => parentPort.postMessage(3));
  `, { eval: true });
  worker.on('exit', (code) => log('exit', code));
  worker.on('message', (number) => log('message', number));
  worker.on('online', () => log('online'));
  log('made');
}
