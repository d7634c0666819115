// title "a busy worker thread does not delay the timers of the main thread"
// rules HOST-2
// layer node
// needs real-clock

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  // The worker computes until the main thread's interval has been called ten times, and gives up
  // after some seconds if it never is.
  const body = `
    const { parentPort, workerData } = require('worker_threads');
    const end = Date.now() + 5000;
    while (Atomics.load(workerData, 0) < 10 && Date.now() < end);
    parentPort.postMessage(Atomics.load(workerData, 0));
  `;
  const calls = new Int32Array(new SharedArrayBuffer(4));
  const worker = new threads.Worker(body, { eval: true, workerData: calls });
  worker.on('online', () => {
    log('online');
    const interval = setInterval(() => {
      log('interval');
      if (Atomics.add(calls, 0, 1) === 9) clearInterval(interval);
    }, 5);
  });
  worker.on('message', (seen) => log('worker-saw', seen));
  worker.on('exit', () => log('exit'));
}
