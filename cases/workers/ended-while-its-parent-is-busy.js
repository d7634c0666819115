// title "of a worker that has ended before its parent looks, the messages come first, then online and its exit"
// rules WORKER-46
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 20 on.
if (threads && process.versions.node.split('.')[0] >= 20) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    for (let i = 1; i <= 3; i++) parentPort.postMessage(i);
  `, { eval: true });
  worker.on('online', () => log('online'));
  worker.on('message', (number) => log('message', number));
  worker.on('exit', (code) => log('exit', code));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  log('looks');
}
