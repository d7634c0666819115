// title "in one callback a socket without a handle emits its close event first, whatever the order"
// rules CLOSE-15 CLOSE-14
// layer node

const net = require('net');

const server = net.createServer((connected) => {
  server.close();
  const unconnected = new net.Socket();
  connected.on('close', () => log('connected'));
  unconnected.on('close', () => log('unconnected'));
  setImmediate(() => log('immediate'));
  connected.destroy();
  unconnected.destroy();
  log('destroyed');
});
server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
