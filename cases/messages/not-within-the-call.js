// title "a message is a clone from when it was posted, and comes later, in order"
// rules WORKER-11
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port2.on('message', ({ number }) => {
  log('message', number);
  if (number === 2) port2.close();
});
const value = { number: 1 };
port1.postMessage(value);
value.number = 2;
port1.postMessage(value);
value.number = 3;
process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('microtask'));
log('end');
