// title "a port that is transferred takes the messages along that wait in it, and they come once it is started"
// rules BROWSER-44
// layer browser

const { port1, port2 } = new MessageChannel();
const other = new MessageChannel();
other.port1.postMessage(1);
other.port1.postMessage(2);
port2.onmessage = ({ ports: [port] }) => {
  log('port');
  port.onmessage = ({ data }) => log('message', data);
  other.port1.postMessage(3);
};
port1.postMessage('port', [other.port2]);
try {
  port1.postMessage('again', [other.port2]);
  log('sent-again');
} catch (error) {
  log(error.name);
}
