// title "a socket without a timeout stays open however long it is idle; its end is called back after the call"
// rules SOCK-5 SOCK-10
// layer node
// needs exact-time

const net = require('net');

const server = net.createServer({ allowHalfOpen: true }, (accepted) => {
  accepted.on('timeout', () => log('timeout'));
  accepted.on('data', (text) => log(String(text)));
  accepted.on('end', () => {
    log('end');
    accepted.end('last', () => log('ended'));
    log('called');
  });
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => setTimeout(() => {
    log('hour');
    socket.end('first');
  }, 3600 * 1000));
  socket.on('timeout', () => log('timeout'));
  socket.on('data', () => server.close(() => log('closed')));
});
