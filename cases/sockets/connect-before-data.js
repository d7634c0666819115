// title "a socket emits connect after the call and before ready and its data"
// rules SOCK-2
// layer node

const net = require('net');

const server = net.createServer((socket) => socket.end('text'));
server.listen(0, () => {
  const client = net.connect(server.address().port, () => log('callback'));
  log('connecting', Number(client.connecting));
  client.on('connect', () => log('connect', Number(client.connecting)));
  client.on('ready', () => log('ready'));
  client.on('data', () => log('data'));
  client.on('end', () => log('end'));
  client.on('close', (failed) => {
    log('close', Number(failed));
    server.close();
  });
});
