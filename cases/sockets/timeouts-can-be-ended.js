// title "a timeout of a socket comes once for a callback, again for a listener, and for neither once it is set to zero"
// rules SOCK-14
// layer node

const net = require('net');

const server = net.createServer((socket) => socket.resume());
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    log('same', Number(socket.setTimeout(10, () => log('once')) === socket));
    let times = 0;
    socket.on('timeout', () => {
      log('timeout');
      log('writable', Number(socket.writable));
      if (++times === 2) {
        socket.setTimeout(0);
        socket.write('b');
        setTimeout(() => {
          const gone = () => log('never');
          socket.setTimeout(10, gone);
          socket.setTimeout(0, gone);
          log('quiet', socket.listenerCount('timeout'));
          socket.destroy();
          server.close();
        }, 50);
      } else {
        socket.write('a');
      }
    });
  });
});
