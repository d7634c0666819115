// title "a port that was closed delivers nothing more"
// rules BROWSER-31
// layer browser

const { port1, port2 } = new MessageChannel();
port2.onmessage = ({ data }) => {
  log(data);
  if (data === 'first') port2.close();
};
port1.postMessage('first');
setTimeout(() => {
  port1.postMessage('second');
  setTimeout(() => log('over'), 50);
}, 20);
