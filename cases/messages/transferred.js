// title "what is transferred with a message is gone from the sender at once"
// rules WORKER-17
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
const buffer = new ArrayBuffer(8);
port1.postMessage(buffer, [buffer]);
log('left', buffer.byteLength);
port2.on('message', (received) => {
  log('received', received.byteLength);
  port2.close();
});
