// title "a server that was closed emits its close event through a tick when its last connection ends"
// rules CLOSE-16 CLOSE-14
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  server.on('close', () => log('server'));
  socket.on('close', () => log('socket'));
  server.close();
  setImmediate(() => {
    log('immediate');
    process.nextTick(() => log('tick-before'));
    socket.destroy();
    process.nextTick(() => log('tick-behind'));
  });
});
server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
