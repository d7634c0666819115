// title "a socket that allows it stays writable when the other side has ended"
// rules SOCK-6
// layer node

const net = require('net');

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  socket.resume();
  socket.on('end', () => {
    log('server-end');
    setTimeout(() => socket.end('answer'), 5);
  });
  socket.on('close', () => server.close());
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.on('data', (chunk) => log(String(chunk)));
  client.on('end', () => log('client-end'));
  client.end('question');
});
