// title "an exception or a rejection that a worker handles itself does not end it, and its parent does not hear of it"
// rules WORKER-27
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
    process.on('uncaughtException', () => parentPort.postMessage('uncaught'));
    process.on('unhandledRejection', () => {
      parentPort.postMessage('unhandled');
      setTimeout(() => parentPort.postMessage('goes-on'), 5);
    });
    setTimeout(() => Promise.reject(new Error('x')), 5);
    throw new Error('x');
  `, { eval: true });
  worker.on('message', (text) => log(text));
  worker.on('error', () => log('error'));
  worker.on('exit', (code) => log('exit', code));
  process.on('uncaughtException', () => log('other'));
}
