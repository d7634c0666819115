// title "a broadcast comes to all others but its sender, in order, and to none that is closed"
// rules BROWSER-37
// layer browser

const name = `loopspec-${Math.random()}`;
const [sender, receiver, closed] = [1, 2, 3].map(() => new BroadcastChannel(name));
sender.onmessage = () => log('never');
closed.onmessage = () => log('never');
receiver.onmessage = ({ data }) => {
  log(data);
  if (data === 'second') [sender, receiver].forEach((channel) => channel.close());
};
closed.close();
sender.postMessage('first');
sender.postMessage('second');
Promise.resolve().then(() => log('microtask'));
