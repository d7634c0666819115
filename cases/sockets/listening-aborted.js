// title "a server that listens with a signal is closed when that is aborted"
// rules SOCK-15
// layer node

const net = require('net');

// From Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 16) {
  const controller = new AbortController();
  const server = net.createServer();
  server.on('close', () => log('close'));
  server.listen({ port: 0, host: '127.0.0.1', signal: controller.signal }, () => {
    log('listening');
    controller.abort();
    log('listening', Number(server.listening));
  });
}
