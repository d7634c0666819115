// title "a cluster goes on while one worker is left, its ids are never given again, and it can be asked to end without any"
// rules CLUSTER-14
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const net = require('net');
  const os = require('os');
  const path = require('path');
  const cluster = require('cluster');
  const tell = (label, flag) => log(label, Number(flag));
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
  fs.writeFileSync(file, `
    const { worker } = require('cluster');
    require('net').createServer((socket) => socket.end(String(worker.id))).listen(0, '127.0.0.1');
    process.on('message', (text) => { if (text === 'kill') worker.kill(); });
  `);
  cluster.setupPrimary({ exec: file, args: [] });
  const once = (target, name) => new Promise((resolve) => target.once(name, (...args) => resolve(args)));
  // Its end and the end of its channel come by different ways.
  const gone = (worker) => Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]).then(([args]) => args);
  const connect = (port) => new Promise((resolve) => {
    let text = '';
    net.connect(port, '127.0.0.1')
      .on('data', (chunk) => { text += chunk; })
      .on('error', ({ code }) => resolve(code))
      .on('end', () => resolve(text));
  });
  const main = async () => {
    await new Promise((resolve) => cluster.disconnect(resolve));
    log('nobody-to-disconnect');
    const workers = [cluster.fork(), cluster.fork()];
    log('ids', workers[0].id * 10 + workers[1].id);
    const addresses = await Promise.all(workers.map((worker) => once(worker, 'listening')));
    const [[{ port }], [{ port: other }]] = addresses;
    tell('same-port', port === other);

    // In turn, and then only by the one that is left.
    const answers = [await connect(port), await connect(port)];
    tell('both', answers.sort().join() === '1,2');
    let end = gone(workers[0]);
    workers[0].process.kill('SIGKILL');
    const [code, signal] = await end;
    tell('killed', code === null && signal === 'SIGKILL');
    tell('accident', workers[0].exitedAfterDisconnect === false);
    log('left', Object.keys(cluster.workers).length);
    tell('other-lives', workers[1].isConnected() && !workers[1].isDead());
    tell('other-serves', await connect(port) === '2' && await connect(port) === '2');

    const third = cluster.fork();
    log('third', third.id);
    const [{ port: again }] = await once(third, 'listening');
    tell('port-stays', again === port);
    // A worker that kills itself does not kill itself, but goes.
    end = gone(third);
    third.send('kill');
    const [ownCode, ownSignal] = await end;
    log('own-code', ownCode);
    tell('no-signal', ownSignal === null);
    tell('meant', third.exitedAfterDisconnect === true);

    end = gone(workers[1]);
    tell('itself', workers[1].disconnect() === workers[1]);
    tell('until-then-connected', workers[1].isConnected());
    await end;
    log('none-left', Object.keys(cluster.workers).length);
    tell('refused', await connect(port) === 'ECONNREFUSED');
  };
  main();
  process.on('exit', () => fs.unlinkSync(file));
}
