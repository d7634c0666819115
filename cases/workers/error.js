// title "an uncaught exception in a worker is an error of it, and then its exit"
// rules WORKER-3
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
    parentPort.on('message', () => {});
    process.on('exit', (code) => parentPort.postMessage(code));
    setTimeout(() => { throw new Error('thrown'); }, 1);
  `, { eval: true });
  process.on('uncaughtException', () => log('uncaught'));
  worker.on('exit', (code) => log('exit', code));
  worker.on('message', (code) => log('told-there', code));
  worker.on('error', (error) => log(error.message));
}
