// title "what a port refuses, loses and keeps"
// rules BROWSER-31 BROWSER-44
// layer browser

const a = new MessageChannel();
const b = new MessageChannel();
const refused = (...args) => { try { a.port1.postMessage(...args); log('sent'); } catch (error) { log(error.name); } };
refused('own', [a.port1]);
refused('twice', [b.port1, b.port1]);

// Each step begins when the one before it is over.
const steps = [];
const tell = (name, last) => ({ data }) => {
  log(name, data);
  Promise.resolve().then(() => log('microtask'));
  if (data === last) setTimeout(() => steps.shift()(), 1);
};
steps.push(() => {
  a.port2.onmessage = tell('a', 3);
  [1, 2, 3].forEach((number) => a.port1.postMessage(number));
}, () => {
  // Once it is enabled, a port is never disabled again: nobody hears the first message.
  const c = new MessageChannel();
  c.port2.onmessage = tell('never');
  c.port2.onmessage = null;
  c.port1.postMessage(5);
  c.port2.addEventListener('message', () => {
    c.port2.onmessage = tell('c', 6);
    // A port that was closed posts nothing, and says nothing.
    c.port1.postMessage(6);
    c.port1.close();
    c.port1.postMessage(7);
  }, { once: true });
}, () => {
  // A port that was transferred is disabled, though it was enabled before.
  const d = new MessageChannel();
  const line = new MessageChannel();
  d.port2.start();
  line.port2.onmessage = ({ ports: [port] }) => {
    port.addEventListener('message', tell('d'));
    setTimeout(() => { log('starts'); port.start(); port.start(); }, 30);
  };
  line.port1.postMessage(0, [d.port2]);
  d.port1.postMessage(8);
});
steps.shift()();
