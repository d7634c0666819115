// title "a port that is started without a listener ignores its messages"
// rules WORKER-16
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port2.start();
port1.postMessage(1);
setTimeout(() => {
  port2.on('message', (number) => {
    log('message', number);
    port2.close();
  });
  port1.postMessage(2);
}, 10);
