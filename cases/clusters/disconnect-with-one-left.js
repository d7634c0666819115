// title "disconnecting the cluster calls back when the first worker has gone, while another still has a connection"
// rules CLUSTER-3
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  require('net').createServer((socket) => socket.write('1')).listen(0, '127.0.0.1');
`);
cluster.setupMaster({ exec: file, args: [] });
const workers = [cluster.fork(), cluster.fork()];
let left = 2;
cluster.on('listening', (worker, { port }) => {
  if (--left) return;
  const client = net.connect(port, '127.0.0.1').on('data', () => {
    cluster.disconnect(() => {
      log('callback');
      log('connected', workers.filter((each) => each.isConnected()).length);
      client.end();
    });
    log('called');
  });
});
let gone = 0;
cluster.on('disconnect', () => log('gone', ++gone));
process.on('exit', () => fs.unlinkSync(file));
