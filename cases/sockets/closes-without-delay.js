// title "close follows the last connection of a server and the error of a socket, not a time"
// rules SOCK-1 SOCK-4
// layer node

const net = require('net');

const soon = () => setTimeout(() => log('later'), 10);
const server = net.createServer((socket) => socket.end());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.on('close', () => {
    log('close');
    net.connect(port, '127.0.0.1')
      .on('error', ({ code }) => { log(code); soon(); })
      .on('close', (hadError) => log('closed', Number(hadError)));
  });
  net.connect(port, '127.0.0.1').resume().on('close', () => {
    log('socket-closed');
    server.close(() => log('callback'));
    soon();
  });
});
