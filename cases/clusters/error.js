// title "an error of the process of a worker is emitted on the worker, and one that cannot begin is never online"
// rules CLUSTER-17
// layer node

const cluster = require('cluster');

for (const name of ['online', 'exit']) cluster.on(name, (worker, code) => log(name, code));
cluster.on('fork', () => log('fork'));
const fork = (label, settings) => {
  cluster.setupMaster(Object.assign({ exec: __filename, args: [], silent: true }, settings));
  const worker = cluster.fork();
  worker.on('online', () => log('running'));
  worker.on('error', ({ code }) => log(code));
  log(label);
  return worker;
};
fork('nowhere', { cwd: '/nonexistent' });
setImmediate(() => {
  log('immediate');
  fork('unknown', { cwd: '/', execArgv: ['--no-such-option-of-loopspec'] });
});
