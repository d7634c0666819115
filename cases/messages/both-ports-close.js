// title "closing a port closes both, each with one close event"
// rules WORKER-12
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port1.on('close', () => log('first'));
port2.on('close', () => log('second'));
port2.on('message', () => log('message'));
setTimeout(() => {
  port1.close();
  log('end');
  // Node 11 delivers this all the same.
  if (process.versions.node.split('.')[0] >= 20) port1.postMessage('too late');
}, 1);
process.on('exit', () => log('exit'));
