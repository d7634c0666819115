// title "a datagram socket that is connected says so later and sends without an address, until it is disconnected"
// rules PACKET-5
// layer node

const dgram = require('dgram');

if (Number(process.versions.node.split('.')[0]) >= 12) {
  const receiver = dgram.createSocket('udp4');
  receiver.bind(0, '127.0.0.1', () => {
    const { port } = receiver.address();
    const sender = dgram.createSocket('udp4');
    sender.on('connect', () => log('connect'));
    sender.connect(port, '127.0.0.1', () => {
      log('connected');
      log('remote', Number(sender.remoteAddress().port === port));
      try { sender.connect(port); } catch ({ code }) { log(code === 'ERR_SOCKET_DGRAM_IS_CONNECTED' ? 'refused' : 'other'); }
      sender.send('a', () => log('sent'));
    });
    log('called');
    receiver.on('message', (data) => {
      log('message', data.length);
      sender.disconnect();
      try { sender.remoteAddress(); } catch ({ code }) { log(code === 'ERR_SOCKET_DGRAM_NOT_CONNECTED' ? 'disconnected' : 'other'); }
      sender.close();
      receiver.close();
    });
  });
}
