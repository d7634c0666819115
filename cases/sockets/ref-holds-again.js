// title "a socket that is referenced again holds the process"
// rules SOCK-12
// layer node

const net = require('net');

const server = net.createServer((socket) => socket.unref());
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    log('connect');
    server.unref();
    log('itself', Number(socket.unref() === socket && socket.ref() === socket));
    setTimeout(() => {
      log('held');
      socket.unref();
      setTimeout(() => log('held-again'), 1000).unref();
    }, 1000).unref();
  });
});
process.on('exit', () => log('exit'));
