// title "a worker and its primary each have their half of a cluster, and events come with the worker and what it did"
// rules CLUSTER-13
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const cluster = require('cluster');
  const tell = (label, flag) => log(label, Number(flag));
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
  fs.writeFileSync(file, `
    const cluster = require('cluster');
    const { worker } = cluster;
    const seen = [];
    const answers = [cluster.isPrimary, cluster.isMaster, cluster.isWorker, worker.id,
      worker.process === process, cluster.workers === undefined && cluster.fork === undefined && cluster.setupPrimary === undefined, worker.isConnected(), worker.isDead(),
      worker.exitedAfterDisconnect === undefined, process.env.LOOPSPEC_NUMBER, process.argv.slice(2).join()];
    for (const name of ['online', 'listening']) worker.on(name, () => seen.push(name));
    worker.on('message', (message) => {
      const sent = worker.send({ answers, seen, message });
      worker.send(sent);
      const same = worker.disconnect();
      worker.send(same === worker && worker.exitedAfterDisconnect === true);
    });
    require('net').createServer().listen(0, '127.0.0.1');
  `);
  cluster.setupPrimary({ exec: file, args: ['a'] });
  tell('primary', cluster.isPrimary && cluster.isMaster && !cluster.isWorker);
  tell('no-worker', cluster.worker === undefined);
  log('workers', Object.keys(cluster.workers).length);
  let inCall = true;
  cluster.on('fork', (...args) => tell('fork', !inCall && args.length === 1 && args[0] === worker));
  const worker = cluster.fork({ LOOPSPEC_NUMBER: 5 });
  inCall = false;
  tell('settings', cluster.settings.exec === file && cluster.settings.args.join() === 'a' && Array.isArray(cluster.settings.execArgv));
  tell('id', typeof worker.id === 'number' && cluster.workers[worker.id] === worker);
  tell('process', worker.process.pid > 0 && worker.process.connected);
  const state = (label) => {
    tell(`${label}-connected`, worker.isConnected());
    tell(`${label}-dead`, worker.isDead());
    log(`${label}-voluntary`, worker.exitedAfterDisconnect === undefined ? -1 : Number(worker.exitedAfterDisconnect));
  };
  state('forked');
  worker.on('online', (...args) => log('online', args.length));
  cluster.on('online', (...args) => {
    tell('online-of-the-cluster', args.length === 1 && args[0] === worker);
    state('online');
  });
  worker.on('listening', ({ address, port, addressType }) => {
    tell('listening', address === '127.0.0.1' && port > 0 && addressType === 4);
  });
  cluster.on('listening', (...args) => {
    tell('listening-of-the-cluster', args.length === 2 && args[0] === worker && args[1].addressType === 4);
    tell('sent', worker.send({ number: 1 }) === true);
  });
  const check = (message) => {
    if (typeof message === 'boolean') return tell('answer', message);
    const { answers, seen } = message;
    tell('roles', answers.slice(0, 3).join() === 'false,false,true');
    tell('own', answers[3] === worker.id && answers[4]);
    tell('no-list-there', answers[5]);
    tell('state', answers.slice(6, 9).join() === 'true,false,true');
    tell('given', answers[9] === '5' && answers[10] === 'a');
    log('events-there', seen.length);
    tell('message-there', message.message.number === 1);
  };
  worker.on('message', (message, handle) => {
    tell('no-handle', handle === undefined);
    check(message);
  });
  cluster.on('message', (...args) => tell('message-of-the-cluster', args[0] === worker && args[2] === undefined));
  worker.on('disconnect', (...args) => {
    log('disconnect', args.length);
    tell('not-connected', !worker.isConnected());
    tell('voluntary', worker.exitedAfterDisconnect === true);
  });
  cluster.on('disconnect', (...args) => tell('disconnect-of-the-cluster', args.length === 1 && args[0] === worker));
  worker.on('exit', (...args) => {
    tell('exit', args.length === 2 && args[0] === 0 && args[1] === null);
    tell('dead', worker.isDead());
  });
  cluster.on('exit', (...args) => {
    tell('exit-of-the-cluster', args.length === 3 && args[0] === worker && args[1] === 0 && args[2] === null);
    tell('still-voluntary', worker.exitedAfterDisconnect === true);
  });
  process.on('exit', () => fs.unlinkSync(file));
}
