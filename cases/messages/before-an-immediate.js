// title "messages between ports come before an immediate of the script"
// rules ASYNC-9
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const { port1, port2 } = new threads.MessageChannel();
  port2.on('message', (message) => {
    if (message === 1) log('first');
    if (message === 2) log('second');
    if (message === 2) port2.close();
  });
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('promise'));
  process.nextTick(() => log('tick'));
  port1.postMessage(1);
  port1.postMessage(2);
}
