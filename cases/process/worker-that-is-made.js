// title "the process reports a new worker once, after the call that makes it"
// rules LIFE-36
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { Worker } = require('worker_threads');
  let inCall = true;
  let worker = null;
  process.on('worker', (...args) => {
    log('worker', Number(args.length === 1 && args[0] === worker));
    log('later', Number(!inCall));
  });
  worker = new Worker('', { eval: true });
  worker.on('online', () => log('online'));
  worker.on('exit', () => log('exit'));
  inCall = false;
  log('end');
}
