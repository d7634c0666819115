// title "a port holds while it has a listener, again if there is a new one, and tells so"
// rules WORKER-25
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port2 } = new MessageChannel();
// It can be asked from Node 18.1 on, and from 16.17.
const canAsk = process.versions.node.split('.')[0] >= 20;
const tell = (label) => log(label, canAsk ? Number(port2.hasRef()) : -1);
const listener = () => {};
tell('at-first');
port2.on('message', listener);
tell('listens');
port2.removeListener('message', listener);
tell('removed');
setTimeout(() => {
  port2.on('message', listener);
  tell('again');
}, 10);
// This one is called since the port holds.
setTimeout(() => {
  log('held');
  port2.off('message', listener);
}, 20).unref();
setTimeout(() => log('late'), 50).unref();
process.on('exit', () => log('exit'));
