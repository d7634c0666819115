// title "a port that is unreferenced twice is held by one ref, and let go by one unref"
// rules WORKER-25
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
// It can be asked from Node 18.1 on, and from 16.17.
const canAsk = process.versions.node.split('.')[0] >= 20;
const tell = (label) => log(label, canAsk ? Number(port2.hasRef()) : -1);
port2.on('message', (number) => {
  log('message', number);
  if (number === 2) {
    port2.ref();
    port2.ref();
    tell('twice-held');
    port2.unref();
    tell('let-go');
  }
});
port2.unref();
tell('though-it-listens');
port2.unref();
port2.ref();
tell('held');
// These are called only while the port holds.
setTimeout(() => port1.postMessage(1), 10).unref();
setTimeout(() => port1.postMessage(2), 20).unref();
setTimeout(() => log('late'), 50).unref();
process.on('exit', () => log('exit'));
