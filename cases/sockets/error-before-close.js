// title "a socket that fails emits an error and as its next event close, which says so"
// rules SOCK-4
// layer node

const net = require('net');

const server = net.createServer();
server.listen(0, () => {
  const { port } = server.address();
  server.close(() => {
    const client = net.connect(port, '127.0.0.1');
    client.on('connect', () => log('connect'));
    client.on('error', (error) => {
      log(error.code);
      process.nextTick(() => process.nextTick(() => log('tick')));
    });
    client.on('close', (failed) => log('close', Number(failed)));
  });
});
