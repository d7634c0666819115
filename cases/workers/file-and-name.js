// title "a worker of a file runs it as its main module, has its name, and its errors of loading are errors of it"
// rules WORKER-34
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 13 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-worker.js`);
  fs.writeFileSync(file, `
    const { parentPort, workerData } = require('worker_threads');
    parentPort.postMessage(workerData + (__filename === ${JSON.stringify(file)} ? 1 : 2));
  `);
  const worker = new threads.Worker(file, { workerData: 40 });
  worker.on('message', (number) => log('message', number));
  worker.on('exit', () => {
    fs.unlinkSync(file);
    const missing = new threads.Worker(file);
    missing.on('online', () => {});
    missing.on('error', (error) => log(error.code));
    missing.on('exit', (code) => log('exit', code));
  });
}
