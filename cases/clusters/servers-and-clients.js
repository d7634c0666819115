// title "a worker that is asked to disconnect closes all of its servers, waits for no client of its own, and leaves connections to the others"
// rules CLUSTER-9
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const net = require('net');
  const serve = (name) => {
    const server = net.createServer((socket) => socket.end(process.env.NUMBER));
    server.on('close', () => process.send(name));
    return server.listen(0, '127.0.0.1');
  };
  serve('first-closed');
  if (process.env.NUMBER === '1') {
    serve('second-closed');
    // A connection to the primary, which does not end it.
    net.connect(process.argv[2], '127.0.0.1', () => process.send('connected')).on('error', () => {});
  }
`);
const server = net.createServer((socket) => {
  socket.on('error', () => {}).on('close', () => log('connection-closed'));
  sockets.push(socket);
});
const sockets = [];
server.listen(0, '127.0.0.1', () => {
  cluster.setupMaster({ exec: file, args: [server.address().port] });
  const [first, second] = [cluster.fork({ NUMBER: 1 }), cluster.fork({ NUMBER: 2 })];
  let port = 0;
  let left = 4;
  const ready = () => --left || first.disconnect();
  first.on('message', (text) => (text === 'connected' ? ready() : log(text)));
  cluster.on('listening', (worker, address) => {
    if (worker === second) port = address.port;
    ready();
  });
  first.on('disconnect', () => {
    log('disconnect');
    const next = (count) => {
      if (count === 0) {
        server.close();
        for (const socket of sockets) socket.destroy();
        second.process.kill();
        return;
      }
      let answer = '';
      net.connect(port, '127.0.0.1').on('data', (text) => { answer += text; }).on('close', () => {
        log('answer', Number(answer));
        next(count - 1);
      });
    };
    next(3);
  });
});
process.on('exit', () => fs.unlinkSync(file));
