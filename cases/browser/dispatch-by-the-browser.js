// title "between the listeners of an event that the browser dispatches microtasks run"
// rules BROWSER-13 BROWSER-25
// layer browser

const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => {
  log('l1');
  Promise.resolve().then(() => log('p1'));
});
port1.addEventListener('message', () => {
  log('l2');
  Promise.resolve().then(() => log('p2'));
});
port1.start();
port2.postMessage(0);
