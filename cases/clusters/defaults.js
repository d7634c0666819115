// title "a worker gets the file, the arguments, the options and the output of its primary unless that is set"
// rules CLUSTER-16
// layer node

const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-cluster.js`);
fs.writeFileSync(file, `
  const cluster = require('cluster');
  if (cluster.isMaster) {
    cluster.on('setup', () => console.log('setup'));
    cluster.setupMaster({});
    const worker = cluster.fork();
    const { exec, args, execArgv, silent } = cluster.settings;
    console.log(exec === __filename && args.join() + execArgv.join() + silent);
    worker.on('exit', () => console.log('exit'));
    setImmediate(() => worker.send('speak'));
  } else {
    process.once('message', () => {
      console.log('worker', process.argv[1] === __filename, process.argv.slice(2).join(), process.execArgv.join());
      process.disconnect();
    });
  }
`);
execFile(process.execPath, ['--no-warnings', file, 'a', 'b'], (error, output) => {
  log('error', Number(error !== null));
  for (const line of output.trim().split('\n')) log(line.replace(/[^a-z]+/g, '-'));
  fs.unlinkSync(file);
});
