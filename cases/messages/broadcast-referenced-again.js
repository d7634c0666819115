// title "a broadcast channel that is referenced again keeps the process alive until it is closed"
// rules WORKER-25
// layer node

const { BroadcastChannel } = require('worker_threads'); // From Node 11 on.

// From Node 15.4 on.
if (BroadcastChannel) {
  const channel = new BroadcastChannel('a');
  channel.onmessage = () => {};
  channel.unref();
  channel.unref();
  channel.ref();
  setTimeout(() => {
    log('held');
    channel.close();
  }, 10).unref();
  setTimeout(() => log('late'), 50).unref();
  process.on('exit', () => log('exit'));
}
