// title "what a server reports of itself before it listens, while it does, and after it is closed"
// rules SOCK-18
// layer node

const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const state = (label, server) => log(label, Number(server.listening) * 10 + Number(server.address() !== null));
  const server = net.createServer();
  let told = 0;
  const parts = [
    function listen(next) {
      state('made', server);
      server.close(({ code }) => {
        log(code);
        log('returned', Number(server.listen(0, '127.0.0.1', () => {
          told++;
          state('listening', server);
          const { address, family, port } = server.address();
          log('address', Number(address === '127.0.0.1' && family === 'IPv4' && port > 0));
          thrown('again', () => server.listen(0));
          next();
        }) === server));
        log('later', told);
      });
      log('called');
    },
    function count(next) {
      log('counted', Number(server.getConnections((error, number) => {
        log('none', number);
        server.once('connection', (socket) => {
          log('of-the-server', Number(socket.server === server));
          server.getConnections((wrong, one) => {
            log('one', one);
            socket.once('close', () => setImmediate(() => server.getConnections((none, gone) => { log('gone', gone); next(); })));
            socket.end();
          });
        });
        net.connect(server.address().port, '127.0.0.1').resume();
      }) === server));
      log('not-yet');
    },
    function drop(next) {
      server.maxConnections = 1;
      const first = net.connect(server.address().port, '127.0.0.1');
      server.once('connection', (kept) => {
        log('taken');
        server.once('connection', () => log('second-taken'));
        server.once('drop', ({ remoteFamily }) => log(`drop-${remoteFamily}`));
        net.connect(server.address().port, '127.0.0.1').on('close', () => {
          log('dropped');
          log('kept', Number(!kept.destroyed));
          server.maxConnections = undefined;
          server.removeAllListeners('connection');
          first.destroy();
          kept.on('close', next).resume();
        }).on('error', () => {}).resume();
      });
    },
    function close(next) {
      const client = net.connect(server.address().port, '127.0.0.1');
      server.once('connection', (accepted) => {
        server.once('close', () => log('close'));
        log('closed', Number(server.close((error) => { log(error ? 'error' : 'called'); server.close(({ code }) => { log(`twice-${code}`); next(); }); }) === server));
        state('closing', server);
        net.connect(accepted.localPort, '127.0.0.1').on('error', ({ code }) => {
          log(code);
          accepted.write('still');
          client.once('data', (text) => { log(`${text}-open`); client.end(); accepted.resume().end(); });
        });
      });
    },
    function reopened(next) {
      server.listen(0, '127.0.0.1', () => { state('again', server); told++; server.close(() => { log('told', told); next(); }); log('not-at-once'); });
    },
    function taken(next) {
      const first = net.createServer().listen(0, '127.0.0.1', () => {
        const second = net.createServer().on('close', () => log('no-close')).on('error', ({ code }) => {
          log(code);
          state('in-error', second);
          setImmediate(() => second.listen(0, '127.0.0.1', () => { log('listens-after-error'); second.removeAllListeners('close').close(); first.close(next); }));
        });
        second.listen(first.address().port, '127.0.0.1');
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
