// title "disconnecting the cluster calls back once the connections of its worker are closed and it has ended by itself"
// rules CLUSTER-3
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  require('net').createServer((socket) => {
    socket.on('data', (text) => socket.write(text));
    socket.write('1');
  }).listen(0, '127.0.0.1');
`);
cluster.setupMaster({ exec: file, args: [] });
const worker = cluster.fork();
worker.on('listening', ({ port }) => {
  const client = net.connect(port, '127.0.0.1');
  let count = 0;
  client.on('data', () => {
    log('data', ++count);
    if (count === 1) {
      cluster.disconnect(() => {
        log('callback');
        log('listed', Object.keys(cluster.workers).length);
        log('connected', Number(worker.isConnected()));
        log('dead', Number(worker.isDead()));
      });
      log('called');
    }
    if (count < 3) client.write('x');
    else client.end();
  });
});
worker.on('exit', (code) => {
  log('exit', code);
  log('voluntary', Number(worker.exitedAfterDisconnect));
});
process.on('exit', () => fs.unlinkSync(file));
