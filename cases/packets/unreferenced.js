// title "an unreferenced datagram socket does not keep the process alive, one that is referenced again does"
// rules PACKET-4
// layer node

const dgram = require('dgram');

process.on('exit', () => log('exit'));
const quiet = dgram.createSocket('udp4');
quiet.bind(0, '127.0.0.1', () => {
  log('unref', Number(quiet.unref() === quiet));
  const socket = dgram.createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => {
    socket.unref();
    socket.ref();
    setTimeout(() => { log('timeout'); socket.close(); }, 5).unref();
  });
});
