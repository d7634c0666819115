// title "a port keeps its messages until it is started, and delivers them in order, a task each"
// rules BROWSER-31
// layer browser

const { port1, port2 } = new MessageChannel();
port2.addEventListener('message', ({ data }) => {
  log(data);
  Promise.resolve().then(() => log(`after-${data}`));
  if (data === 'third') port1.close();
});
['first', 'second', 'third'].forEach((text) => port1.postMessage(text));
setTimeout(() => {
  log('started');
  port2.start();
}, 20);
