// title "each event of a worker is emitted on it and on the cluster"
// rules CLUSTER-5
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  require('net').createServer().listen(0, '127.0.0.1', () => process.send(1, () => {}));
`);
cluster.setupMaster({ exec: file, args: [] });
const worker = cluster.fork();
for (const name of ['online', 'listening', 'message', 'disconnect', 'exit']) {
  worker.on(name, () => log(name, 1));
  cluster.on(name, (given) => log(name, given === worker ? 2 : 3));
}
let left = 2;
for (const name of ['listening', 'message']) {
  worker.on(name, () => --left || worker.disconnect());
}
process.on('exit', () => fs.unlinkSync(file));
