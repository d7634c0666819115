// title "stdio says what the streams of a worker are, whatever silent says, and must have a channel"
// rules CLUSTER-16
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, "require('fs').writeSync(2, 'text'); process.disconnect();");
const fork = (stdio, silent) => {
  cluster.setupMaster({ exec: file, args: [], silent, stdio });
  const { stdin, stdout, stderr } = cluster.fork().process;
  log('in', Number(stdin !== null));
  log('out', Number(stdout !== null));
  log('err', Number(stderr !== null));
  if (stderr) stderr.on('data', (text) => log(String(text)));
};
cluster.once('exit', () => {
  fork(['pipe', 'ignore', 'ignore', 'ipc'], true);
  cluster.once('exit', () => {
    try {
      fork(['ignore', 'ignore', 'ignore'], false);
    } catch (error) {
      log(error.code);
    }
    fs.unlinkSync(file);
  });
});
fork(['ignore', 'ignore', 'pipe', 'ipc'], false);
