// title "an error in a listener of messages is an uncaught exception, and the next message comes all the same"
// rules WORKER-33
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

// As it is from Node 15 on.
if (process.versions.node.split('.')[0] >= 15) {
  const { port1, port2 } = new MessageChannel();
  process.on('uncaughtException', (error) => log(error.message));
  port2.on('message', (number) => {
    log('message', number);
    if (number === 2) port2.close();
    else throw new Error('thrown');
  });
  port1.postMessage(1);
  port1.postMessage(2);
}
