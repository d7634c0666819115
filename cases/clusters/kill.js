// title "worker.kill sends the signal that is asked for, without a graceful disconnect from Node 18 on"
// rules CLUSTER-6
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, 'setInterval(() => {}, 1000);');
cluster.setupMaster({ exec: file, args: [] });
const fork = (signal, then) => {
  const worker = cluster.fork();
  worker.on('online', () => worker.kill(signal));
  worker.on('disconnect', () => log('disconnect'));
  let left = 2;
  const over = () => --left || then();
  worker.on('disconnect', over);
  worker.on('exit', (code, name) => {
    log(name);
    log('voluntary', Number(worker.exitedAfterDisconnect));
    over();
  });
};
process.on('exit', () => fs.unlinkSync(file));
fork(undefined, () => fork('SIGKILL', () => fork('SIGINT', () => log('end'))));
