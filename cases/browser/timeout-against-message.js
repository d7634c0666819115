// title "a timeout of 0 ms and a message come in either order"
// rules BROWSER-18
// layer browser

const { port1, port2 } = new MessageChannel();
port1.onmessage = () => log('mc');
setTimeout(() => log('t'), 0);
port2.postMessage(0);
Promise.resolve().then(() => log('p'));
