// title "a port with a listener keeps the process alive, one that is unreferenced does not"
// rules WORKER-15
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const held = new MessageChannel();
held.port2.on('message', () => {
  log('message');
  held.port2.unref();
});
setTimeout(() => held.port1.postMessage(1), 10).unref(); // Called only since the port holds.
process.on('exit', () => log('exit'));
