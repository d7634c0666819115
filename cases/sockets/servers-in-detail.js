// title "what a server reports of a connection that it drops, what it passes to its sockets, and how a failed attempt is reported"
// rules SOCK-22
// layer node

const net = require('net');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 18)) {
  const parts = [
    function dropped(next) {
      const server = net.createServer((socket) => {
        let local;
        let data;
        server.on('drop', (told) => {
          data = told;
          log(`drop-${data.localAddress}-${data.remoteAddress}-${data.localFamily}-${data.remoteFamily}`);
        });
        const client = net.connect(server.address().port, '127.0.0.1', () => { local = client.localPort; }).on('error', () => {}).on('close', () => {
          log('ports', Number(data.localPort === server.address().port) * 10 + Number(data.remotePort === local));
          socket.destroy();
          server.close(next);
        }).resume();
      });
      server.maxConnections = 1;
      server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').on('error', () => {}).resume());
    },
    function noneIsTaken(next) {
      // From Node 21 on zero is a limit, too.
      if (major < 21) return void next();
      const server = net.createServer(() => log('no-connection'));
      server.maxConnections = 0;
      server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => server.close(next)).resume());
    },
    function watermarks(next) {
      const server = net.createServer({ highWaterMark: 100, pauseOnConnect: true }, (socket) => {
        log('high', socket.readableHighWaterMark);
        log('high', socket.writableHighWaterMark);
        log('paused', Number(socket.isPaused()));
        socket.destroy();
        server.close(next);
      });
      server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').on('error', () => {}).resume());
    },
    function chained(next) {
      const server = net.createServer();
      log('same', Number(server.unref() === server && server.ref() === server));
      server.listen(0, '127.0.0.1', () => {
        log('same', Number(server.unref() === server && server.ref() === server));
        server.close(next);
      });
    },
    function abortedBefore(next) {
      const server = net.createServer().on('close', () => { log('close'); next(); });
      server.listen({ port: 0, host: '127.0.0.1', signal: AbortSignal.abort() }, () => log('listening'));
      log('not-yet');
    },
    function failed(next) {
      const closed = net.createServer().listen(0, '127.0.0.1', () => {
        const { port } = closed.address();
        closed.close(() => {
          const client = net.connect(port, '127.0.0.1').on('connect', () => log('no-connect'));
          client.on('connectionAttempt', (address, at, family) => log(`attempt-${address}-${family}`, Number(at === port)));
          client.on('connectionAttemptFailed', (address, at, family, error) => {
            log(`failed-${address}-${family}`, Number(at === port));
            log(`error-${error.code}`, Number(client.destroyed));
          });
          client.on('error', ({ code }) => log(code)).on('close', (hadError) => { log('close', Number(hadError)); next(); });
        });
      });
    },
    function unreferencedBefore() {
      // The last one: the process does not wait for it.
      const server = net.createServer().unref();
      server.listen(0, '127.0.0.1', () => log('unreferenced'));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
