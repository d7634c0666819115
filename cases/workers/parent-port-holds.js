// title "a worker that listens to its parent goes on until it stops"
// rules WORKER-7
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
    parentPort.on('message', (number) => {
      parentPort.postMessage(number);
      if (number === 2) parentPort.close();
    });
  `, { eval: true });
  worker.on('message', (number) => log('message', number));
  worker.on('exit', (code) => log('exit', code));
  worker.on('online', () => {
    setTimeout(() => worker.postMessage(1), 10);
    setTimeout(() => {
      log('late');
      worker.postMessage(2);
    }, 20);
  });
}
