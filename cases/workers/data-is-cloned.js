// title "the data of a worker is a clone from when the worker was made"
// rules WORKER-10
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const workerData = { number: 1 };
  const worker = new threads.Worker(`
    const { parentPort, workerData } = require('worker_threads');
    parentPort.postMessage(workerData.number);
    workerData.number = 3;
  `, { eval: true, workerData });
  workerData.number = 2;
  worker.on('message', (number) => log('message', number));
  worker.on('exit', () => log('here', workerData.number));
}
