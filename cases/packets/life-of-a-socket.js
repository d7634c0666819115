// title "a datagram socket emits listening after the call to bind, its messages, and close after it was closed"
// rules PACKET-1
// layer node

const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
socket.on('listening', () => log('listening')).on('close', () => log('close'));
socket.on('message', (data, { size, port }) => {
  log('message', Number(String(data)));
  log('size', size);
  log('from', Number(port === socket.address().port));
  log('same', Number(socket.close(() => log('closed')) === socket));
  log('after');
});
log('same', Number(socket.bind(0, '127.0.0.1', () => {
  log('bound');
  socket.send('42', socket.address().port, '127.0.0.1', (error, bytes) => log('sent', bytes));
  log('sending');
}) === socket));
log('called');
