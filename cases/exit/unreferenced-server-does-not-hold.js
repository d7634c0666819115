// title "a server without a reference does not keep the process alive"
// rules ALIVE-1
// layer node

const net = require('net');

const server = net.createServer();
server.on('close', () => log('close'));
server.listen(0, '127.0.0.1', () => {
  log('listening');
  server.unref();
  setTimeout(() => log('timeout'), 60000).unref();
});
process.on('exit', () => log('exit'));
