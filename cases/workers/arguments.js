// title "a worker has the arguments that it is given"
// rules WORKER-30
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// From Node 12.16 on.
if (threads && process.versions.node.split('.')[0] >= 13) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.postMessage(process.argv.slice(2).map(Number));
    parentPort.postMessage([Number(process.env.NUMBER)]);
  `, { eval: true, argv: [1, 2], env: { NUMBER: 3 } });
  worker.on('message', (numbers) => numbers.forEach((number) => log('number', number)));
}
