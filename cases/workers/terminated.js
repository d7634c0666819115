// title "a worker that is terminated ends with code 1, and the promise is fulfilled with it then"
// rules WORKER-4
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// It returns a promise from Node 12.5 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    process.on('exit', () => parentPort.postMessage('exit'));
    parentPort.postMessage('begin');
    for (;;);
  `, { eval: true });
  worker.on('message', (text) => {
    log(text);
    worker.terminate().then((code) => log('terminated', code));
  });
  worker.on('exit', (code) => log('exit', code));
}
