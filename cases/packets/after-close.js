// title "a datagram socket that is closed gets no message, and to use it once more throws"
// rules PACKET-3
// layer node

const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
socket.on('message', () => log('message')).on('close', () => log('close'));
socket.bind(0, '127.0.0.1', () => {
  const { port } = socket.address();
  const sender = dgram.createSocket('udp4');
  sender.send('a', port, '127.0.0.1', () => {
    socket.close();
    log('after');
    for (const use of [() => socket.close(), () => socket.send('b', port), () => socket.bind(0)]) {
      try {
        use();
        log('nothing-thrown');
      } catch ({ code }) {
        log(code === 'ERR_SOCKET_DGRAM_NOT_RUNNING' ? 'refused' : 'other');
      }
    }
    sender.close();
  });
});
