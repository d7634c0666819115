// title "a connection that a worker may not take any more goes to another one, or is closed if it is to be dropped"
// rules CLUSTER-20
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

// As it is from Node 24 on.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
  fs.writeFileSync(file, `
    const server = require('net').createServer((socket) => socket.write(process.env.NUMBER)).listen(0, '127.0.0.1');
    if (process.env.NUMBER === '1') server.maxConnections = 1;
    server.dropMaxConnection = Boolean(process.env.DROPS);
    server.on('drop', () => process.send('drop'));
    process.on('disconnect', () => process.exit());
  `);
  process.on('exit', () => fs.unlinkSync(file));
  cluster.setupPrimary({ exec: file, args: [] });
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const part = (drops, next) => {
    let left = 2;
    const clients = [];
    const counts = { 1: 0, 2: 0, closed: 0, drop: 0 };
    const end = () => {
      log('first', counts[1]);
      log('second', counts[2]);
      log('closed', counts.closed);
      log('drop', counts.drop);
      clients.forEach((client) => client.destroy());
      cluster.removeAllListeners('listening');
      cluster.removeAllListeners('message');
      let open = 2;
      cluster.on('exit', () => { if (!--open) { cluster.removeAllListeners('exit'); setImmediate(next); } });
      for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGKILL');
    };
    cluster.on('message', (worker, message) => { counts[message]++; });
    cluster.on('listening', (worker, { port }) => {
      if (--left) return;
      // The connections stay open. All but one of the first worker's are too many, whoever gets the first one.
      const connect = (number) => {
        if (number > 4) return void setTimeout(end, 20);
        const client = net.connect(port, '127.0.0.1');
        let done = false;
        const go = () => { if (!done) { done = true; setTimeout(connect, 10, number + 1); } };
        client.on('data', (name) => { counts[name]++; go(); }).on('close', () => { if (!done) { counts.closed++; go(); } });
        clients.push(client);
      };
      connect(1);
    });
    const env = drops ? { DROPS: 1 } : {};
    cluster.fork({ ...env, NUMBER: 1 }).on('online', () => cluster.fork({ ...env, NUMBER: 2 }));
  };
  part(false, () => { log('drops'); part(true, () => log('end')); });
}
