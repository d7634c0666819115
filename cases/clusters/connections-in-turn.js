// title "connections are given to the workers in turn"
// rules CLUSTER-10
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  require('net').createServer((socket) => socket.end(process.env.NUMBER)).listen(0, '127.0.0.1');
`);
cluster.setupMaster({ exec: file, args: [] });
cluster.schedulingPolicy = cluster.SCHED_RR;
const counts = { 1: 0, 2: 0 };
let left = 2;
cluster.on('listening', (worker, { port }) => {
  if (--left) return;
  const next = (number) => {
    if (number > 4) {
      log('first', counts[1]);
      log('second', counts[2]);
      cluster.disconnect(() => log('end'));
      return;
    }
    net.connect(port, '127.0.0.1').on('data', (name) => { counts[name]++; }).on('close', () => next(number + 1));
  };
  next(1);
});
process.on('exit', () => fs.unlinkSync(file));
cluster.fork({ NUMBER: 1 });
cluster.fork({ NUMBER: 2 });
