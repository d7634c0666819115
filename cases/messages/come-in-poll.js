// title "a message comes in poll: its immediate precedes a timeout that is due"
// rules ASYNC-9
// layer node

const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const { port1, port2 } = new threads.MessageChannel();
  port2.on('message', () => {
    log('message');
    port2.close();
    setTimeout(() => log('timeout'), 1);
    setImmediate(() => log('immediate'));
    busy(10);
  });
  port1.postMessage(1);
}
