// title "a server that is referenced again keeps the process alive until it is closed"
// rules SOCK-12
// layer node

const net = require('net');

process.on('exit', () => log('exit'));
const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
  server.unref();
  server.unref();
  server.ref();
  setTimeout(() => { log('timeout'); server.close(() => log('close')); }, 5).unref();
});
