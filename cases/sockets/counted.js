// title "the connections of a server are counted later, and those above the limit are dropped"
// rules SOCK-13
// layer node

const net = require('net');

// From Node 18 on a drop is told.
if (Number(process.versions.node.split('.')[0]) >= 18) {
  const sockets = [];
  const server = net.createServer((socket) => {
    log('connection');
    sockets.push(socket);
  });
  server.maxConnections = 1;
  server.on('drop', () => log('drop'));
  server.listen(0, '127.0.0.1', () => {
    const first = net.connect(server.address().port, '127.0.0.1', () => {
      setTimeout(() => {
        server.getConnections((error, count) => {
          log('count', count);
          net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => {
            log('dropped');
            first.end();
          }).resume();
        });
        log('later');
      }, 5);
    });
    first.resume().on('close', () => server.getConnections((error, count) => {
      log('count', count);
      server.close(() => log('close'));
    }));
  });
}
