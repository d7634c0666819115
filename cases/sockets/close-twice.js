// title "closing a server that is not open is reported to the callback"
// rules SOCK-7
// layer node

const net = require('net');

const server = net.createServer();
server.on('close', () => log('close'));
server.on('error', () => log('error'));
server.listen(0, () => {
  server.close(() => server.close((error) => log(error.code)));
  log('called');
});
