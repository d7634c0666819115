// title "messages between a worker and its primary come in order, and the callback of one that was sent is called"
// rules CLUSTER-12
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const cluster = require('cluster');
  process.on('message', (number) => {
    cluster.worker.send(10 * number);
    if (number === 3) process.disconnect();
  });
  process.send(cluster.isWorker && !cluster.isMaster && cluster.worker.id === 1 ? 1 : 0);
`);
cluster.setupMaster({ exec: file, args: [] });
log('primary', Number(cluster.isMaster && !cluster.isWorker));
const worker = cluster.fork();
worker.on('message', (number) => log('message', number));
worker.once('message', () => {
  for (let i = 1; i <= 3; i++) worker.send(i, (error) => log(error === null ? 'sent' : 'failed'));
  log('called');
});
process.on('exit', () => fs.unlinkSync(file));
