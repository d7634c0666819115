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
// What listen() is given is a listener like the others, called in its place.
server.listen(0, function bound(...args) { log('bound', Number(this === server && args.length === 0)); });
server.on('listening', () => log('last'));
log('called');
