// title "a worker that unreferences its parent's port ends though it listens, and one that references it again goes on"
// rules WORKER-7
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const left = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.on('message', () => {});
    parentPort.unref();
  `, { eval: true });
  left.on('exit', (code) => {
    log('left', code);
    const held = new threads.Worker(`
      const { parentPort } = require('worker_threads');
      parentPort.on('message', () => parentPort.close());
      parentPort.on('close', () => process.exit(3));
      parentPort.unref();
      parentPort.ref();
      parentPort.postMessage(1);
    `, { eval: true });
    held.on('message', (number) => {
      log('message', number);
      held.postMessage(2);
    });
    held.on('exit', (number) => log('held', number));
  });
}
