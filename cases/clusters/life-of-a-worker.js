// title "a worker of a cluster emits fork and online before its messages, and disconnect before exit"
// rules CLUSTER-1
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const cluster = require('cluster');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  process.send('message');
  process.on('message', () => process.exit(5));
`);
cluster.setupMaster({ exec: file, args: [] });
cluster.on('fork', () => log('fork'));
cluster.on('online', () => log('online'));
cluster.on('disconnect', () => log('disconnect'));
cluster.on('exit', (worker, code) => {
  log('exit', code);
  fs.unlinkSync(file);
});
const worker = cluster.fork();
worker.on('message', (text) => {
  log(text);
  worker.send('end');
});
log('forked');
setImmediate(() => log('immediate'));
