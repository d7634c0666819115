// title "an answer from the network is a task, and so is a message"
// rules BROWSER-25
// layer browser

const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  log('message');
  Promise.resolve().then(() => log('m'));
};
const request = new XMLHttpRequest();
request.onload = () => {
  log('answer');
  Promise.resolve().then(() => log('a'));
};
request.open('GET', 'data:,x');
request.send();
port2.postMessage(0);
Promise.resolve().then(() => log('p'));
log('script');
