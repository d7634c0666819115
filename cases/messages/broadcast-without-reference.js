// title "an unreferenced broadcast channel does not keep the process alive"
// rules WORKER-19
// layer node

const { BroadcastChannel } = require('worker_threads');

// From Node 15.4 on.
if (BroadcastChannel) {
  const channel = new BroadcastChannel('a');
  channel.onmessage = () => log('message');
  channel.unref();
  setTimeout(() => log('work'), 5);
  process.on('exit', () => log('exit'));
}
