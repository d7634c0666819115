// title "what a worker that has ended is asked is answered: it cannot be terminated, inspected or sent to"
// rules WORKER-26
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 13 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const worker = new threads.Worker('', { eval: true });
  worker.on('message', () => log('message'));
  worker.on('error', () => log('error'));
  worker.on('exit', (code) => {
    log('exit', code);
    worker.postMessage(1);
    worker.terminate()
      .then(() => {
        log('terminated');
        return worker.getHeapSnapshot();
      })
      .then(() => log('inspected'), (error) => log(error.code));
  });
}
