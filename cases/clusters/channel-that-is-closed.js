// title "a worker whose channel is closed without being asked to disconnect ends with 0, whatever it has to do"
// rules CLUSTER-8
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "setInterval(() => {}, 1000); process.send('ready');");
cluster.setupMaster({ exec: file, args: [] });
const worker = cluster.fork();
worker.on('message', () => worker.process.disconnect());
worker.on('exit', (code) => {
  log('exit', code);
  log('voluntary', Number(worker.exitedAfterDisconnect));
});
process.on('exit', () => fs.unlinkSync(file));
