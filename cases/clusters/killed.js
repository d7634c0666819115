// title "a worker that is killed is disconnected first; its exit has the signal and no code, and it was no voluntary end"
// rules CLUSTER-6
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "setInterval(() => {}, 1000); process.on('disconnect', () => {});");
cluster.setupMaster({ exec: file, args: [] });
const fork = (end, then) => {
  const worker = cluster.fork();
  worker.on('online', () => end(worker));
  worker.on('exit', (code, signal) => {
    log(code === null ? 'no-code' : 'code');
    log(signal);
    log('voluntary', Number(worker.exitedAfterDisconnect));
    log('dead', Number(worker.isDead()));
    then();
  });
};
cluster.on('exit', (worker, code, signal) => log('killed-by', Number(signal === 'SIGKILL')));
process.on('exit', () => fs.unlinkSync(file));
fork(({ process: { pid } }) => process.kill(pid, 'SIGKILL'), () => setImmediate(() => log('end')));
