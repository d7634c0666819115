// title "a connection that has sent nothing yet is idle, and is closed with the idle ones"
// rules HTTP-17
// layer node

const http = require('http');
const net = require('net');

// As it is from Node 20 on, but for a bug.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const server = http.createServer(() => log('request'));
  server.on('connection', (socket) => {
    socket.on('close', () => log('closed'));
    setTimeout(() => {
      server.close(() => log('server'));
      server.closeIdleConnections();
      log('called');
    }, 20);
    // Called only if the connection is still open.
    setTimeout(() => server.closeAllConnections(), 2000).unref();
    setTimeout(() => log('late'), 1000).unref();
  });
  server.listen(0, '127.0.0.1', () => {
    net.connect(server.address().port, '127.0.0.1').on('error', () => {}).resume();
  });
}
