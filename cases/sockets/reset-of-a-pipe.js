// title "a socket that is no TCP socket cannot be reset"
// rules SOCK-16
// layer node

const net = require('net');
const os = require('os');
const path = require('path');

// From Node 20 on; some before it have the call.
if (process.versions.node.split('.')[0] >= 20) {
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}.sock`);
  const server = net.createServer((socket) => socket.on('error', () => {}).resume());
  server.listen(file, () => {
    const socket = net.connect(file, () => {
      try {
        socket.resetAndDestroy();
        log('reset');
      } catch ({ code }) {
        log(code);
      }
      socket.destroy();
      server.close(() => log('close'));
    });
  });
}
