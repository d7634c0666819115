// title "a message that is received by hand is the oldest, and emits no event"
// rules WORKER-13
// layer node

const { MessageChannel, receiveMessageOnPort } = require('worker_threads'); // From Node 11 on.

// From Node 12.3 on.
if (receiveMessageOnPort) {
  const { port1, port2 } = new MessageChannel();
  for (let i = 1; i <= 3; i++) port1.postMessage(i);
  log('received', receiveMessageOnPort(port2).message);
  log('received', receiveMessageOnPort(port2).message);
  port2.on('message', (number) => {
    log('message', number);
    log(receiveMessageOnPort(port2) === undefined ? 'none' : 'some');
    port2.close();
  });
}
