// title "datagrams are sent in order, each callback comes later, and sending binds the socket"
// rules PACKET-2
// layer node

const dgram = require('dgram');

const receiver = dgram.createSocket('udp4');
receiver.bind(0, '127.0.0.1', () => {
  const sender = dgram.createSocket('udp4');
  sender.on('listening', () => log('bound-by-sending'));
  const { port } = receiver.address();
  let got = '';
  receiver.on('message', (data) => {
    got += data;
    if (got.length === 3) {
      log('got', Number(got));
      receiver.close();
      sender.close();
    }
  });
  sender.send(['1'], port, '127.0.0.1', () => log('sent', 1));
  sender.send('2', port, '127.0.0.1', () => log('sent', 2));
  sender.send(Buffer.from('3'), port, '127.0.0.1', () => log('sent', 3));
  log('called');
});
