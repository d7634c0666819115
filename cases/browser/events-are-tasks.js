// title "an event and a message are tasks, each with its microtasks"
// rules BROWSER-25
// layer browser

const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  log('message');
  Promise.resolve().then(() => log('m'));
};
const image = new Image();
image.onerror = () => {
  log('event');
  Promise.resolve().then(() => log('e'));
};
image.src = 'data:,';
port2.postMessage(0);
Promise.resolve().then(() => log('p'));
log('script');
