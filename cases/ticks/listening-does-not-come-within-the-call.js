// title "in a callback, too, the listening event comes after the rest of it and before the next callback"
// rules TICK-14
// layer node

const net = require('net');

// Immediates have no drain between them before Node 11, so the second one waits there in vain.
setImmediate(() => {
  const server = net.createServer();
  server.on('listening', () => {
    log('listening');
    server.close();
  });
  server.listen(0);
  log('called');
});
setImmediate(() => log('next'));
