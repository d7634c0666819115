// title "messages wait until there is a listener, and a port without one keeps nothing alive"
// rules WORKER-14
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
const other = new MessageChannel(); // Nobody listens to it.
other.port1.postMessage('lost');
port1.postMessage(1);
setTimeout(() => {
  log('listen');
  port2.once('message', (number) => {
    log('message', number);
    port2.close();
  });
}, 10);
process.on('exit', () => log('exit'));
