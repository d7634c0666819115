// title "the listening event of a worker comes after the worker listens, and its callback too"
// rules CLUSTER-2
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const server = require('net').createServer();
  server.listen(0, '127.0.0.1');
`);
cluster.setupMaster({ exec: file, args: [] });
cluster.on('online', () => log('online'));
cluster.on('listening', (worker, address) => {
  log(address.port > 0 ? 'listening' : 'other');
  worker.disconnect();
  log('called');
});
cluster.on('disconnect', (worker) => log(worker.exitedAfterDisconnect ? 'disconnect' : 'other'));
cluster.on('exit', (worker, code) => {
  log('exit', code);
  fs.unlinkSync(file);
});
cluster.fork();
