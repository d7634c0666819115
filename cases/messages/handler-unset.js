// title "messages to a port whose handler is unset wait for a new one"
// rules WORKER-22
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port2.onmessage = ({ data }) => {
  log('first', data);
  port2.onmessage = null;
};
port1.postMessage(1);
setTimeout(() => port1.postMessage(2), 10);
setTimeout(() => {
  log('set-again');
  port2.onmessage = ({ data }) => {
    log('second', data);
    port2.close();
  };
}, 20);
