// title "a port that is sent to for every message it gets lets immediates in"
// rules WORKER-40
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const { port1, port2 } = new threads.MessageChannel();
  let count = 0;
  let over = false;
  port2.on('message', () => {
    if (over) return;
    if (++count === 50000) log('starved');
    if (count < 50000) port1.postMessage(0);
    else port2.close();
  });
  setImmediate(() => {
    log('first');
    setImmediate(() => {
      log('second');
      over = true;
      port2.close();
    });
  });
  port1.postMessage(0);
}
