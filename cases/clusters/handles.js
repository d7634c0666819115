// title "a message between a worker and its primary can carry a socket, which its events have beside the message"
// rules CLUSTER-18
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  process.on('message', (message, socket) => {
    if (!socket) return process.disconnect();
    return require('cluster').worker.send(message + 1, socket);
  });
`);
cluster.setupMaster({ exec: file, args: [] });
const server = net.createServer((socket) => worker.send(1, socket, (error) => log(error ? 'failed' : 'sent')));
const worker = cluster.fork();
cluster.on('message', (each, message, handle) => log('cluster', handle instanceof net.Socket ? message : -1));
worker.on('message', (message, handle) => {
  log('worker', handle instanceof net.Socket ? message : -1);
  if (handle) handle.end('from the primary');
});
server.listen(0, '127.0.0.1', () => {
  net.connect(server.address().port, '127.0.0.1')
    .on('data', () => log('data'))
    .on('close', () => {
      log('close');
      server.close();
      worker.send(2);
    });
});
process.on('exit', () => fs.unlinkSync(file));
