// title "a server and a socket that were unreferenced before they listen and connect do not hold the process afterwards"
// rules SOCK-12
// layer node

const net = require('net');

const server = net.createServer((socket) => socket.unref());
server.unref();
server.listen(0, '127.0.0.1', () => {
  log('listening');
  const socket = new net.Socket();
  socket.unref();
  socket.connect(server.address().port, '127.0.0.1', () => {
    log('connect');
    setTimeout(() => log('held'), 1000).unref();
  });
});
process.on('exit', () => log('exit'));
