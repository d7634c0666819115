// title "neither an unreferenced server nor an unreferenced socket keeps the process alive"
// rules SOCK-12
// layer node

const net = require('net');

process.on('exit', () => log('exit'));
const server = net.createServer(() => log('connection'));
server.listen(0, '127.0.0.1', () => {
  log('unref', Number(server.unref() === server));
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    log('connect');
    log('unref', Number(socket.unref() === socket));
  });
});
server.on('connection', (socket) => socket.unref());
server.on('close', () => log('close'));
