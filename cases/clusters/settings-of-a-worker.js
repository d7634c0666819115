// title "a worker runs with the settings of its fork: output, folder, options, messages beyond JSON; addresses have their type"
// rules CLUSTER-15
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const cluster = require('cluster');
  const tell = (label, flag) => log(label, Number(flag));
  const base = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster`);
  fs.writeFileSync(`${base}.js`, `
    const cluster = require('cluster');
    const { worker } = cluster;
    process.stdout.write('text');
    worker.on('message', (message) => {
      const answers = [process.cwd(), process.execArgv.join(), process.argv.slice(2).join(), process.env.LOOPSPEC_A, process.env.LOOPSPEC_B, process.env.LOOPSPEC_C,
        message instanceof Map, worker.isConnected(), worker.isDead(), cluster.isWorker];
      worker.send(new Map([['answers', answers]]), (error) => {
        require('dgram').createSocket('udp4').bind(0, '127.0.0.1', () => {
          require('net').createServer().listen(process.argv[2]);
        });
      });
    });
  `);
  const address = `${base}.sock`;
  const setups = [];
  cluster.on('setup', (settings) => setups.push(settings));
  process.env.LOOPSPEC_A = '1';
  process.env.LOOPSPEC_C = 'of the primary';
  cluster.setupPrimary({ exec: `${base}.js`, args: [address], silent: true, cwd: '/', execArgv: ['--no-warnings'], serialization: 'advanced' });
  const worker = cluster.fork({ LOOPSPEC_B: 2, LOOPSPEC_C: 3 });
  tell('of-the-worker-alone', !('LOOPSPEC_B' in process.env) && process.env.LOOPSPEC_C === 'of the primary');
  // What is set later is for later workers.
  cluster.setupPrimary({ silent: false, args: ['other'] });
  tell('kept', cluster.settings.exec === `${base}.js` && cluster.settings.cwd === '/' && cluster.settings.args.join() === 'other');
  tell('alias', typeof cluster.setupMaster === 'function' && cluster.isMaster === cluster.isPrimary);
  tell('policies', cluster.SCHED_NONE === 1 && cluster.SCHED_RR === 2 && cluster.schedulingPolicy === cluster.SCHED_RR);
  tell('output', worker.process.stdout !== null);
  worker.process.stdout.once('data', (chunk) => tell('text', String(chunk) === 'text'));
  worker.on('online', () => worker.send(new Map()));
  worker.on('message', (message) => {
    const answers = message.get('answers');
    tell('folder', answers[0] === '/');
    tell('options', answers[1] === '--no-warnings' && answers[2] === address);
    tell('variables', answers[3] === '1' && answers[4] === '2' && answers[5] === '3');
    tell('map', answers[6]);
    tell('state', answers[7] && !answers[8] && answers[9]);
  });
  cluster.on('listening', (found, { addressType, address: where }) => {
    if (addressType === 'udp4') return log('udp4');
    tell('pipe', addressType === -1 && where === address);
    return worker.disconnect();
  });
  cluster.on('exit', (found, code) => {
    log('exit', code);
    tell('setups', setups.length >= 2 && setups.every(({ exec }) => exec === `${base}.js`));
    fs.unlinkSync(`${base}.js`);
  });
}
