// title "a worker that is disposed of is terminated, and its code stops"
// rules WORKER-26
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
const { asyncDispose } = Symbol;
// From Node 24.2 on.
if (threads && process.versions.node.split('.')[0] >= 24 && threads.Worker.prototype[asyncDispose]) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    process.on('exit', () => parentPort.postMessage('exit'));
    parentPort.postMessage('begin');
    setTimeout(() => parentPort.postMessage('late'), 50);
  `, { eval: true });
  worker.on('message', (text) => {
    log(text);
    worker[asyncDispose]().then(() => log('disposed'));
  });
  worker.on('exit', (code) => log('exit', code));
}
