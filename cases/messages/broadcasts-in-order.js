// title "several broadcasts come in order, each of them, also from a worker; a closed channel cannot post"
// rules WORKER-18
// layer node

const { BroadcastChannel, Worker } = require('worker_threads'); // From Node 11 on.

// From Node 15.4 on.
if (BroadcastChannel) {
  const [sender, receiver] = [new BroadcastChannel('a'), new BroadcastChannel('a')];
  const worker = new Worker(`
    const { BroadcastChannel } = require('worker_threads');
    const channel = new BroadcastChannel('a');
    channel.onmessage = ({ data }) => {
      if (data !== 3) return;
      channel.postMessage(4);
      channel.postMessage(5);
      channel.close();
    };
    channel.postMessage(0);
  `, { eval: true });
  receiver.onmessage = ({ data }) => {
    log('message', data);
    if (data === 0) for (let i = 1; i <= 3; i++) sender.postMessage(i);
    if (data !== 5) return;
    receiver.close();
    sender.close();
    try {
      sender.postMessage(6);
      log('posted');
    } catch (error) {
      log('thrown');
    }
  };
  worker.on('error', () => log('error'));
}
