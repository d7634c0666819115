// title "worker threads and the main thread share one pool"
// rules POOL-12
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  // To open a fifo takes a thread of the pool until somebody opens its other end.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const fifo = path.join(folder, 'fifo');
  spawnSync('mkfifo', [fifo]);
  const size = Number(process.env.UV_THREADPOOL_SIZE) || 4;
  const body = `
    const fs = require('fs');
    const { parentPort, workerData } = require('worker_threads');
    for (let i = 0; i < workerData.size; i++)
      fs.open(workerData.fifo, 'r', (error, fd) => fs.closeSync(fd));
    parentPort.postMessage('filled');
  `;
  const worker = new threads.Worker(body, { eval: true, workerData: { fifo, size } });
  let release;
  worker.on('message', () => {
    log('filled');
    fs.stat(folder, () => log('stat'));
    setTimeout(() => {
      log('released');
      release = fs.openSync(fifo, 'r+');
    }, 100);
  });
  worker.on('exit', () => {
    fs.closeSync(release);
    fs.unlinkSync(fifo);
    fs.rmdirSync(folder);
  });
}
