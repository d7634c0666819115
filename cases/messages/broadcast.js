// title "a broadcast reaches all others of its name and not its sender"
// rules WORKER-18
// layer node

// From Node 15.4 on, and global from 18 on.
const { BroadcastChannel } = require('worker_threads');

if (BroadcastChannel) {
  const make = (name, label) => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => log(label, data);
    return channel;
  };
  const channels = [make('a', 'sender'), make('a', 'first'), make('a', 'second'), make('b', 'other')];
  const closed = make('a', 'closed');
  closed.close();
  channels[0].postMessage(1);
  log('end');
  setTimeout(() => channels.forEach((channel) => channel.close()), 10);
}
