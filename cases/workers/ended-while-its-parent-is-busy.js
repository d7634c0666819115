// title "all of a worker that has ended before its parent looks comes in order, online before its messages or after them"
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
  const before = [];
  let messages = 0;
  worker.on('online', () => before.push(messages));
  worker.on('message', (number) => {
    messages++;
    log('message', number);
  });
  worker.on('exit', (code) => {
    // Before all of them as the page says, or after all of them as in Node.
    log('online-at-an-edge', Number(['0', '3'].includes(before.join())));
    log('exit', code);
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  log('looks');
}
