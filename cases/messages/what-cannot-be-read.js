// title "a message that cannot be read where it comes is an error of the message, and the next one comes all the same"
// rules WORKER-38
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const vm = require('vm');
  const net = require('net');
  const { MessageChannel, moveMessagePortToContext } = require('worker_threads');
  const { port1, port2 } = new MessageChannel();
  // There are no objects of Node's own in another context.
  const moved = moveMessagePortToContext(port2, vm.createContext());
  moved.onmessage = ({ data }) => {
    log('message', data);
    if (data === 2) port1.close();
  };
  moved.onmessageerror = ({ type, data }) => {
    log('type', Number(type === 'messageerror'));
    log('error', Number(Boolean(data)));
  };
  moved.start();
  port1.on('close', () => log('close'));
  port1.postMessage(1);
  port1.postMessage(new net.BlockList());
  port1.postMessage(2);
}
