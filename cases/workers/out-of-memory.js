// title "a worker that exceeds its limit of memory ends with an error that says so, and the process goes on"
// rules WORKER-27
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 16 on.
if (threads && process.versions.node.split('.')[0] >= 16) {
  const worker = new threads.Worker('const all = []; for (;;) all.push({ all: [1, 2, 3] });',
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } });
  worker.on('error', (error) => log(error.code));
  worker.on('exit', (code) => log('exit', code));
}
