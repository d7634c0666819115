// title "posting what cannot be cloned throws, and nothing is sent; neither is an object transferred that is marked"
// rules WORKER-32
// layer node

const threads = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new threads.MessageChannel();
port2.on('message', (number) => {
  log('message', number);
  port2.close();
});
const attempt = (label, ...args) => {
  try {
    port1.postMessage(...args);
    log(label, 1);
  } catch (error) {
    log(label, 0);
  }
};
attempt('function', { act() {} });
// From Node 12.19 on; before 21 it was cloned.
if (threads.markAsUntransferable) {
  const buffer = new ArrayBuffer(8);
  threads.markAsUntransferable(buffer);
  if (process.versions.node.split('.')[0] >= 21) attempt('buffer', buffer, [buffer]);
  log('left', buffer.byteLength);
}
attempt('number', 5);
