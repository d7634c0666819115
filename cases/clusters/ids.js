// title "each worker of a cluster has an id of its own, and is listed until it is gone"
// rules CLUSTER-4
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "process.on('message', () => {});");
cluster.setupMaster({ exec: file, args: [] });
const workers = [cluster.fork(), cluster.fork()];
log('ids', new Set(workers.map(({ id }) => id)).size);
log('listed', workers.filter(({ id }) => cluster.workers[id]).length);
log('dead', Number(workers[0].isDead()));
let left = 2;
for (const worker of workers) {
  worker.on('online', () => worker.kill());
  worker.on('exit', () => {
    if (--left) return;
    log('dead', Number(workers[0].isDead()));
  });
}
process.on('exit', () => {
  log('listed', Object.keys(cluster.workers).length);
  fs.unlinkSync(file);
});
