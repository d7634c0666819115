// title "an immediate is called at once although a server listens"
// rules IDLE-8 CHECK-15
// layer node

const net = require('net');

// If poll waited, it would wait for ever.
const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
  log('listening');
  setImmediate(() => {
    log('first');
    setImmediate(() => {
      log('second');
      server.close();
    });
  });
});
