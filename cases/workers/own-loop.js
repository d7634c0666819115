// title "a worker has its own end: its exit and beforeExit are not those of the process"
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
    process.on('beforeExit', () => parentPort.postMessage('worker-before-exit'));
    process.on('exit', (code) => parentPort.postMessage('worker-exit'));
    process.exitCode = 3;
  `, { eval: true });
  worker.on('message', (text) => log(text));
  worker.on('exit', (code) => log('ended', code));
  process.on('beforeExit', () => log('before-exit'));
  process.on('exit', (code) => log('exit', code));
}
