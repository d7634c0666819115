// title "three sockets destroyed in one callback emit their close events last one first"
// rules CLOSE-19
// layer node

const net = require('net');

const sockets = [];
const server = net.createServer((socket) => {
  sockets.push(socket);
  if (sockets.length < 3) return;
  server.close();
  sockets[0].on('close', () => log('0'));
  sockets[1].on('close', () => log('1'));
  sockets[2].on('close', () => log('2'));
  setImmediate(() => {
    process.nextTick(() => log('tick'));
    for (const each of sockets) each.destroy();
    log('destroyed');
  });
});
server.listen(0, '127.0.0.1', () => {
  for (let i = 0; i < 3; i++) net.connect(server.address().port, '127.0.0.1').resume();
});
