// title "a worker that is asked to disconnect takes no new connection and waits until those that it has are closed"
// rules CLUSTER-9
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const server = require('net').createServer((socket) => {
    socket.on('data', (text) => socket.write(text));
    socket.write('1');
  });
  server.on('close', () => process.send('closed'));
  server.listen(0, '127.0.0.1');
  process.on('message', () => {});
`);
cluster.setupMaster({ exec: file, args: [] });
const worker = cluster.fork();
worker.on('listening', ({ port }) => {
  const client = net.connect(port, '127.0.0.1');
  let count = 0;
  client.on('data', () => {
    log('data', ++count);
    if (count === 1) worker.disconnect();
    if (count < 3) client.write('x');
    else client.end();
  });
  client.on('error', () => log('error'));
  client.on('close', () => log('client-closed'));
});
worker.on('message', (text) => log(text));
worker.on('disconnect', () => log('disconnect'));
process.on('exit', () => fs.unlinkSync(file));
