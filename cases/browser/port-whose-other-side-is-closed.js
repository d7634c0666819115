// title "a port that is closed may fire a close event at its other side, after its messages"
// rules BROWSER-65
// layer browser

const { port1, port2 } = new MessageChannel();
port1.addEventListener('close', () => log('never'));
port2.addEventListener('close', () => log('close'));
port2.onmessage = ({ data }) => log('message', data);
port1.postMessage(1);
port1.postMessage(2);
port1.close();
log('closed');
