// title "a worker stays in the list until it has disconnected and ended, whichever comes first, and is not dead while it only has disconnected"
// rules CLUSTER-4
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const { worker } = require('cluster');
  setInterval(() => {}, 1000);
  if (process.env.WAY === 'disconnect-first') {
    worker.on('disconnect', () => require('fs').writeSync(1, 'told'));
    worker.disconnect();
  } else {
    // Somebody else holds the channel open, so that the end of the worker comes first.
    const { pid } = require('child_process').spawn('sleep', ['1000'], { stdio: ['ignore', 'ignore', 'ignore', 3] });
    process.send(pid);
  }
`);
cluster.setupMaster({ exec: file, args: [], silent: true });
const fork = (WAY, act, then) => {
  const worker = cluster.fork({ WAY });
  const state = (name) => {
    log(name);
    log('listed', Number(cluster.workers[worker.id] === worker));
    log('connected', Number(worker.isConnected()));
    log('dead', Number(worker.isDead()));
  };
  let events = 0;
  const over = () => ++events === 2 && then();
  cluster.once('disconnect', () => { state('disconnect'); over(); });
  cluster.once('exit', () => { state('exit'); over(); });
  act(worker);
};
process.on('exit', () => fs.unlinkSync(file));
fork('disconnect-first', (worker) => {
  let told = '';
  worker.process.stdout.on('data', (text) => {
    told += text;
    if (told === 'told') worker.process.kill();
  });
}, () => fork('exit-first', (worker) => {
  worker.on('message', (pid) => {
    worker.on('exit', () => setImmediate(() => process.kill(pid, 'SIGKILL')));
    worker.process.kill('SIGKILL');
  });
}, () => log('end')));
