// title "a connection that is ended in good order closes on the other side first"
// rules CLOSE-18
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  server.close();
  socket.on('end', () => log('server-end'));
  socket.on('close', () => log('server-close'));
  socket.resume();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.end());
  client.on('finish', () => log('client-finish'));
  client.on('end', () => log('client-end'));
  client.on('close', () => log('client-close'));
  client.resume();
});
