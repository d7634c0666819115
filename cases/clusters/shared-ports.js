// title "workers share what listens on a port, for connections and datagrams, unless one wants it for itself"
// rules CLUSTER-19
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const cluster = require('cluster');
  const dgram = require('dgram');
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
  fs.writeFileSync(file, `
    process.on('message', ({ kind, port, exclusive }) => {
      const made = kind === 'datagrams' ? require('dgram').createSocket('udp4') : require('net').createServer();
      made.on('error', ({ code }) => process.send(code));
      made.on('listening', () => process.send(made.address().port));
      made.on('message', () => process.send('came'));
      if (kind === 'datagrams') made.bind({ port, address: '127.0.0.1', exclusive });
      else made.listen({ port, host: '127.0.0.1', exclusive });
    });
    process.send('ready');
  `);
  cluster.setupPrimary({ exec: file, args: [] });
  const answer = (worker) => new Promise((resolve) => worker.once('message', resolve));
  const ask = (worker, message) => {
    worker.send(message);
    return answer(worker);
  };
  const main = async () => {
    const workers = [cluster.fork(), cluster.fork()];
    const [first, second] = workers;
    await Promise.all(workers.map(answer));
    for (const kind of ['connections', 'datagrams']) {
      const port = await ask(first, { kind, port: 0 });
      // The first port 0 of each worker is one and the same.
      log(`${kind}-shared`, Number(await ask(second, { kind, port: 0 }) === port));
      log(await ask(second, { kind, port, exclusive: true }));
      const own = await ask(second, { kind, port: 0, exclusive: true });
      log(await ask(first, { kind, port: own, exclusive: true }));
      if (kind === 'connections') continue;
      // One of them gets it.
      const socket = dgram.createSocket('udp4');
      socket.send('text', port, '127.0.0.1', () => socket.close());
      log(await Promise.race(workers.map(answer)));
    }
    for (const worker of workers) worker.kill();
  };
  main();
  process.on('exit', () => fs.unlinkSync(file));
}
