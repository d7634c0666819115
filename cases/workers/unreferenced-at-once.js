// title "a worker that is unreferenced when it is made, before it is online, does not keep the process alive"
// rules WORKER-5
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    setInterval(() => parentPort.postMessage(1), 1000000);
  `, { eval: true });
  for (const name of ['message', 'error', 'exit']) worker.on(name, () => log(name));
  worker.unref();
  log('made');
  process.on('exit', () => log('end'));
}
