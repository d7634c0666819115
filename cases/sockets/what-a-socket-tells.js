// title "a socket is pending and connecting until it is connected, and closed when it is over"
// rules SOCK-9
// layer node

const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 12) {
  const server = net.createServer((socket) => socket.end());
  log('listening', Number(server.listening));
  server.listen(0, '127.0.0.1', () => {
    log('listening', Number(server.listening));
    const socket = new net.Socket();
    const see = (name) => {
      log(name);
      log('pending', Number(socket.pending));
      log('connecting', Number(socket.connecting));
      if (name !== 'new') log(socket.readyState);
      log('destroyed', Number(socket.destroyed));
    };
    see('new');
    socket.connect(server.address().port, '127.0.0.1', () => see('connected'));
    see('called');
    socket.resume().on('close', () => {
      log('closed');
      log('destroyed', Number(socket.destroyed));
      log(socket.readyState);
      server.close(() => log('listening', Number(server.listening)));
      log('listening', Number(server.listening));
    });
  });
}
