// title "posting what cannot be cloned throws and sends nothing; what is transferred is gone at once"
// rules BROWSER-44
// layer browser

const { port1, port2 } = new MessageChannel();
port2.onmessage = ({ data }) => log('message', data.byteLength);
try {
  port1.postMessage(() => {});
  log('sent');
} catch (error) {
  log(error.name);
}
const buffer = new ArrayBuffer(8);
port1.postMessage(buffer, [buffer]);
log('left', buffer.byteLength);
