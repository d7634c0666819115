// title "the environment sets the scheduling of a cluster, and without one of its own the workers accept connections themselves"
// rules CLUSTER-16
// layer node

const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const cluster = require('cluster');
  const net = require('net');
  if (process.argv[2]) {
    net.connect(process.argv[2], '127.0.0.1').on('data', (text) => console.log(String(text)));
  } else if (cluster.isMaster) {
    const policy = ['no', 'system', 'turns'][cluster.schedulingPolicy];
    if (policy === 'turns') {
      console.log(policy);
    } else {
      const worker = cluster.fork();
      worker.on('listening', ({ port }) => {
        // The primary does nothing meanwhile.
        const { stdout } = require('child_process').spawnSync(process.execPath, [__filename, String(port)], { timeout: 5000 });
        console.log(policy + '-' + String(stdout).trim());
        worker.process.disconnect();
      });
    }
  } else {
    net.createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
  }
`);
const policies = ['none', 'rr', 'other'];
const next = () => {
  if (!policies.length) return fs.unlinkSync(file);
  const env = Object.assign({}, process.env, { NODE_CLUSTER_SCHED_POLICY: policies.shift() });
  return execFile(process.execPath, [file], { env }, (error, output) => {
    log(output.trim());
    next();
  });
};
next();
