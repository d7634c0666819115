// title "process.exit in a worker calls its exit listeners with the code, and nothing that it has queued"
// rules WORKER-9
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
    process.on('beforeExit', () => parentPort.postMessage(-1));
    process.on('exit', (code) => parentPort.postMessage(code));
    process.nextTick(() => parentPort.postMessage(-2));
    setImmediate(() => parentPort.postMessage(-3));
    process.exit(4);
  `, { eval: true });
  worker.on('message', (code) => log('message', code));
  worker.on('exit', (code) => log('exit', code));
}
