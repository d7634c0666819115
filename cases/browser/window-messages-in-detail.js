// title "a message to a window goes to one origin only, with its ports in their order"
// rules BROWSER-44 BROWSER-63
// layer browser

const ports = [1, 2, 3].map(() => new MessageChannel());
addEventListener('message', ({ data, origin, source, ports: sent }) => {
  if (data.label === undefined) return;
  log(data.label, sent.length * 10 + Number(origin === location.origin && source === window));
  Promise.resolve().then(() => log('microtask'));
  sent.forEach((port, i) => { port.onmessage = (event) => log('port', 10 * i + event.data); });
});
const send = (label, ...rest) => postMessage({ label }, ...rest);
send('star', '*');
send('never', 'https://example.org');
send('own', location.origin);
send('same', '/');
send('default');
send('ports', '*', [ports[2].port1, ports[0].port1, ports[1].port1]);
const refused = (...rest) => { try { send('never', ...rest); log('sent'); } catch (error) { log(error.name); } };
refused('no address');
refused('*', [ports[0].port2, ports[0].port2]);
refused('*', [ports[0].port1]);
ports.forEach(({ port2 }, i) => port2.postMessage(i));
