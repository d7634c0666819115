// title "each message has a call of its own, with its ticks and microtasks"
// rules ASYNC-9 TICK-9
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const { port1, port2 } = new threads.MessageChannel();
  port2.on('message', (number) => {
    log('message', number);
    Promise.resolve().then(() => log('promise', number));
    process.nextTick(() => log('tick', number));
    if (number === 3) port2.close();
  });
  port1.postMessage(1);
  port1.postMessage(2);
  port1.postMessage(3);
}
