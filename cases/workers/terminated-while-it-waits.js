// title "a worker that is terminated calls no timer of its own any more"
// rules WORKER-4
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 13 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.postMessage('begin');
    setTimeout(() => parentPort.postMessage('late'), 20);
    process.on('exit', () => parentPort.postMessage('worker-exit'));
  `, { eval: true });
  worker.once('message', (text) => {
    log(text);
    worker.on('message', (more) => log(more));
    worker.terminate().then((code) => {
      log('terminated', code);
      // The second time there is nothing to end.
      worker.terminate().then(() => log('twice'));
    });
  });
  worker.on('exit', (code) => log('exit', code));
}
