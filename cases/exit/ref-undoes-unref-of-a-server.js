// title "a server that gets its reference back keeps the process alive again"
// rules ALIVE-1
// layer node

const net = require('net');

const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
  server.unref();
  server.ref();
  // It is called only if the server holds the process so long.
  setTimeout(() => {
    log('timeout');
    server.close();
  }, 10).unref();
});
process.on('exit', () => log('exit'));
