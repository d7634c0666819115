// title "a message to a thread is rejected if its listener throws, if nobody is there, and if it is the own thread"
// rules WORKER-28
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
    process.on('workerMessage', () => { throw new Error('x'); });
    parentPort.once('message', () => {});
    parentPort.postMessage(0);
  `, { eval: true });
  const tell = (promise) => promise.then(() => log('processed'), (error) => log(error.code));
  worker.once('message', async () => {
    await tell(threads.postMessageToThread(worker.threadId, 1));
    await tell(threads.postMessageToThread(threads.threadId, 2));
    await tell(threads.postMessageToThread(1e9, 3));
    worker.postMessage('end');
  });
  worker.on('exit', (code) => log('exit', code));
}
