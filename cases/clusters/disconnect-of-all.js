// title "disconnecting the cluster calls back when all workers are gone"
// rules CLUSTER-3
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "process.on('message', () => {}); process.send('ready');");
cluster.setupMaster({ exec: file, args: [] });
let left = 2;
cluster.on('disconnect', () => log('disconnect'));
cluster.on('message', () => {
  if (--left) return;
  log('workers', Object.keys(cluster.workers).length);
  cluster.disconnect(() => log('callback', Object.keys(cluster.workers).length));
});
process.on('exit', () => fs.unlinkSync(file));
cluster.fork();
cluster.fork();
