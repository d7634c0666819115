// title "it is the ending side that closes last, also if that is the server"
// rules CLOSE-18
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  server.close();
  socket.on('finish', () => log('server-finish'));
  socket.on('end', () => log('server-end'));
  socket.on('close', () => log('server-close'));
  socket.resume();
  socket.end();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('end', () => log('client-end'));
  client.on('close', () => log('client-close'));
  client.resume();
});
