// title "a server emits listening after the call, and close when its last connection has ended"
// rules SOCK-1
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  log('connection');
  server.close(() => log('closed'));
  log('listening', Number(server.listening));
  setTimeout(() => {
    log('end');
    socket.end();
  }, 5);
});
server.on('close', () => log('close'));
server.on('listening', () => {
  log('listening', Number(server.listening));
  net.connect(server.address().port).resume().on('end', () => log('client-end'));
});
server.listen(0);
log('called');
