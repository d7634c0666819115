// title "an idle socket emits timeout and stays open"
// rules SOCK-5
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  socket.on('data', () => socket.end());
  socket.resume();
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.setTimeout(50, () => {
    log('timeout', Number(client.destroyed));
    client.setTimeout(0);
    client.end('text');
  });
  client.resume();
  client.on('close', () => {
    log('close');
    server.close();
  });
});
