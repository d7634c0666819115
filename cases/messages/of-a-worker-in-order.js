// title "messages of a worker thread come in the order in which it sent them"
// rules ASYNC-9
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const body = `
    const { parentPort } = require('worker_threads');
    for (let i = 1; i <= 5; i++) parentPort.postMessage(i);
  `;
  const worker = new threads.Worker(body, { eval: true });
  worker.on('message', (number) => log('message', number));
  worker.on('exit', () => log('exit'));
}
