// title "a socket that may not be half open ends its own side when the other has ended"
// rules SOCK-6
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  socket.on('end', () => log('end')).on('finish', () => log('finish')).on('close', () => { log('close'); server.close(); });
  socket.resume();
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => socket.end());
  socket.on('end', () => log('client-end')).resume();
});
