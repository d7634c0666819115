// title "a message is what it was when it was posted, and comes after the script and its microtasks"
// rules BROWSER-32
// layer browser

const channel = new MessageChannel();
const note = { count: 1 };
channel.port2.onmessage = ({ data }) => {
  log('count', data.count);
  channel.port1.close();
};
channel.port1.postMessage(note);
note.count = 2;
queueMicrotask(() => log('microtask'));
log('script');
