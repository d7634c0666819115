// title "what is reported has its error, what is cloned is deep, what is sent brings its ports"
// rules BROWSER-54
// layer browser

addEventListener('error', (event) => { log('error', Number(event.error === wrong)); event.preventDefault(); }, { once: true });
addEventListener('unhandledrejection', (event) => { log('rejection', Number(event.reason === wrong && event.promise === rejected)); event.preventDefault(); }, { once: true });
const wrong = new Error('no');
reportError(wrong);
log('reported');
const rejected = Promise.reject(wrong);

const value = { inner: { list: [1, 2] }, map: new Map([['a', new Date(5)]]) };
value.self = value;
const clone = structuredClone(value);
log('deep', Number(clone.inner !== value.inner && clone.inner.list[1] === 2 && clone.map.get('a').getTime() === 5));
log('cycle', Number(clone.self === clone));
try { structuredClone(() => {}); } catch ({ name }) { log(name); }
const bytes = new ArrayBuffer(8);
log('moved', structuredClone(bytes, { transfer: [bytes] }).byteLength * 10 + bytes.byteLength);

// A step begins when the one before it is over.
setTimeout(() => {
  const { port1, port2 } = new MessageChannel();
  const other = new MessageChannel();
  port1.onmessage = ({ data, ports }) => {
    log(data, ports.length);
    ports[0].onmessage = (event) => log(event.data, event.ports.length);
    other.port2.postMessage('by-the-port-that-was-sent');
  };
  port2.postMessage('with-a-port', [other.port1]);
  log('posted');
}, 50);
let calls = 0;
setTimeout(() => {
  const interval = setInterval((text) => { log(text, ++calls); if (calls === 3) clearInterval(interval); }, 1, 'interval');
}, 150);
