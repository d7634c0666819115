// title "a port that is transferred takes the messages along that wait in it, and is gone from its sender"
// rules WORKER-32
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
const other = new MessageChannel();
other.port1.postMessage(1);
other.port1.postMessage(2);
port2.on('message', (port) => {
  log('port');
  port.on('message', (number) => {
    log('message', number);
    if (number === 3) port.close();
  });
  other.port1.postMessage(3);
});
other.port1.on('close', () => {
  log('close');
  port1.close();
});
port1.postMessage(other.port2, [other.port2]);
try {
  port1.postMessage(other.port2, [other.port2]);
  log('sent-again');
} catch (error) {
  log('gone');
}
