// title "a blocked main thread does not delay the timers of a worker thread"
// rules HOST-3
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const body = `
    const { parentPort, workerData } = require('worker_threads');
    const interval = setInterval(() => {
      if (Atomics.add(workerData, 0, 1) === 9) clearInterval(interval);
    }, 5);
    parentPort.postMessage('ready');
  `;
  const calls = new Int32Array(new SharedArrayBuffer(4));
  const worker = new threads.Worker(body, { eval: true, workerData: calls });
  worker.on('message', () => {
    log('blocked');
    const end = Date.now() + 5000;
    while (Atomics.load(calls, 0) < 10 && Date.now() < end);
    log('worker-went-on', Atomics.load(calls, 0));
  });
  worker.on('exit', () => log('exit'));
}
