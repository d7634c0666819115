// title "a worker that calls process.exit ends with that code, and the process goes on"
// rules WORKER-2
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
    parentPort.postMessage('last');
    process.exit(5);
  `, { eval: true });
  worker.on('message', (text) => log(text));
  worker.on('error', () => log('error'));
  worker.on('exit', (code) => {
    log('exit', code);
    setTimeout(() => log('timeout'), 1);
  });
}
