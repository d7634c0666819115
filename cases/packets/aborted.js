// title "a datagram socket with a signal is closed when that is aborted, or was before"
// rules PACKET-6
// layer node

const dgram = require('dgram');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const controller = new AbortController();
  const socket = dgram.createSocket({ type: 'udp4', signal: controller.signal });
  socket.on('close', () => log('close'));
  socket.bind(0, '127.0.0.1', () => {
    log('bound');
    controller.abort();
    log('aborted');
  });
  const closed = dgram.createSocket({ type: 'udp4', signal: controller.signal });
  closed.on('close', () => {
    const late = dgram.createSocket({ type: 'udp4', signal: controller.signal });
    late.on('close', () => log('late-close'));
    try { late.bind(0); } catch ({ code }) { log(code); }
  });
}
