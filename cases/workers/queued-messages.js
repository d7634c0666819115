// title "messages to a worker that is not online yet wait for it"
// rules WORKER-8
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
    setTimeout(() => {
      parentPort.on('message', (number) => {
        parentPort.postMessage(10 * number);
        if (number === 3) parentPort.close();
      });
    }, 5);
  `, { eval: true });
  for (let i = 1; i <= 3; i++) worker.postMessage(i);
  worker.on('message', (number) => log('message', number));
  worker.on('exit', () => log('exit'));
}
