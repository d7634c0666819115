// title "a connection that is reset gives the other side an error and a close event that says so"
// rules SOCK-16
// layer node

const net = require('net');

// From Node 18.3 on.
if (net.Socket.prototype.resetAndDestroy && Number(process.versions.node.split('.')[0]) >= 18) {
  const server = net.createServer((socket) => {
    socket.on('error', ({ code }) => log(code)).on('close', (failed) => { log('close', Number(failed)); server.close(); });
    socket.on('end', () => log('end')).resume();
    socket.write('a');
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.on('close', (failed) => log('own', Number(failed)));
    socket.once('data', () => {
      log('same', Number(socket.resetAndDestroy() === socket));
      log('destroyed', Number(socket.destroyed));
    });
  });
  // What has never been connected has nothing to reset.
  const idle = new net.Socket();
  idle.on('error', ({ code }) => log(code)).on('close', () => log('idle-closed'));
  idle.resetAndDestroy();
  log('idle-destroyed', Number(idle.destroyed));
}
