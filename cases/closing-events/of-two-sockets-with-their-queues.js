// title "the ticks and microtasks of a socket's close event run before the next socket's"
// rules CLOSE-20 CLOSE-19
// layer node

const net = require('net');

const sockets = [];
const server = net.createServer((socket) => {
  sockets.push(socket);
  if (sockets.length < 2) return;
  server.close();
  sockets[0].on('close', () => {
    log('0');
    Promise.resolve().then(() => log('promise-0'));
    process.nextTick(() => log('tick-0'));
  });
  sockets[1].on('close', () => {
    log('1');
    Promise.resolve().then(() => log('promise-1'));
    process.nextTick(() => log('tick-1'));
  });
  setImmediate(() => {
    for (const each of sockets) each.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  for (let i = 0; i < 2; i++) net.connect(server.address().port, '127.0.0.1').resume();
});
