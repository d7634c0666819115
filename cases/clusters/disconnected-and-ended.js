// title "a worker that is asked to disconnect ended voluntarily, one that ends by itself did not"
// rules CLUSTER-7 CLUSTER-13
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "process.on('message', () => process.exit(3));");
cluster.setupMaster({ exec: file, args: [] });
const fork = (end, then) => {
  const worker = cluster.fork();
  log(worker.exitedAfterDisconnect === undefined ? 'not-yet' : 'ended');
  worker.on('online', () => {
    log('connected', Number(worker.isConnected()));
    end(worker);
  });
  worker.on('disconnect', () => log('connected', Number(worker.isConnected())));
  let left = 2;
  const over = () => {
    if (--left) return;
    log('voluntary', Number(worker.exitedAfterDisconnect));
    then();
  };
  worker.on('disconnect', over);
  worker.on('exit', (code) => {
    log('exit', code);
    over();
  });
};
process.on('exit', () => fs.unlinkSync(file));
fork((worker) => log('same', Number(worker.disconnect() === worker)), () => fork((worker) => worker.send('end'), () => log('end')));
