// title "a port that is referenced and has no listener holds nothing once the other one is closed"
// rules WORKER-12
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port2.ref();
setTimeout(() => {
  log('close');
  port1.close();
}, 10);
// Called only if the port still holds.
setTimeout(() => {
  log('late');
  port2.close();
}, 100).unref();
process.on('exit', () => log('exit'));
