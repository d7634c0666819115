// title "an idle callback with a timeout comes though there is always a task that is ready"
// rules BROWSER-46
// layer browser

const { port1, port2 } = new MessageChannel();
let left = 100;
// Each message sends the next before it computes, so that one is always ready.
port2.onmessage = () => {
  if (!left) return;
  if (--left) port1.postMessage(0);
  else log('missed');
  const end = performance.now() + 10;
  while (performance.now() < end);
};
requestIdleCallback((deadline) => {
  log('called');
  log('knows', Number(typeof deadline.didTimeout === 'boolean'));
  left = 0;
}, { timeout: 50 });
port1.postMessage(0);
