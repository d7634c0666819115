// title "a worker is gone from the list before the last of its disconnect and exit events"
// rules CLUSTER-4
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "process.on('message', () => {}); process.send(1);");
cluster.setupMaster({ exec: file, args: [] });
let events = 0;
const over = () => {
  if (++events === 2) log('listed', Object.keys(cluster.workers).length);
};
cluster.on('exit', over);
cluster.on('disconnect', over);
cluster.on('message', (worker) => {
  log('listed', Object.keys(cluster.workers).length);
  worker.process.kill();
});
process.on('exit', () => fs.unlinkSync(file));
cluster.fork();
