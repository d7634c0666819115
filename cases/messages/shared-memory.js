// title "shared memory that is posted stays shared"
// rules WORKER-33
// layer node

const { MessageChannel, Worker } = require('worker_threads'); // From Node 11 on. Before, this throws.

const cell = new Int32Array(new SharedArrayBuffer(4));
const { port1, port2 } = new MessageChannel();
port2.on('message', (shared) => {
  new Int32Array(shared)[0] += 1;
  log('number', cell[0]);
  port2.close();
  const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    new Int32Array(workerData)[0] += 10;
    parentPort.once('message', (given) => { new Int32Array(given)[0] += 100; });
  `, { eval: true, workerData: shared });
  worker.postMessage(shared);
  worker.on('exit', () => log('number', cell[0]));
});
port1.postMessage(cell.buffer);
