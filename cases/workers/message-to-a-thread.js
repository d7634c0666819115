// title "a message to a thread is fulfilled once it was processed, and rejected without a listener"
// rules WORKER-23
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// From Node 22.5 on, and in the last releases of 20.
if (threads && threads.postMessageToThread) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    process.once('workerMessage', (value, source) => {
      parentPort.postMessage(value + source);
      require('worker_threads').postMessageToThread(source, 'back');
    });
    parentPort.once('message', () => {});
    parentPort.postMessage(0);
  `, { eval: true });
  const back = new Promise((resolve) => process.once('workerMessage', (value, source) => {
    log(value, Number(source === worker.threadId));
    resolve();
  }));
  worker.once('message', () => {
    threads.postMessageToThread(worker.threadId, 42)
      .then(() => {
        log('processed');
        return threads.postMessageToThread(worker.threadId, 43);
      })
      .catch(async (error) => {
        log(error.code);
        await back;
        worker.postMessage('end');
      });
    worker.once('message', (value) => log('message', value));
  });
}
