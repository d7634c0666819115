// title "each worker has an id of its own, and none once it has ended"
// rules WORKER-20
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  log('main', threads.threadId);
  const workers = [1, 2, 3].map(() => new threads.Worker('', { eval: true }));
  log('ids', new Set([0, ...workers.map(({ threadId }) => threadId)]).size);
  workers[0].on('exit', () => log('ended', workers[0].threadId));
}
