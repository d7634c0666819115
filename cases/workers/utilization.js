// title "the utilization of a worker is there from online to exit, else zero"
// rules WORKER-21
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// From Node 15.1 on.
if (threads && global.AbortController) {
  const worker = new threads.Worker('setTimeout(() => {}, 50);', { eval: true });
  const tell = (label) => {
    const { idle, active } = worker.performance.eventLoopUtilization();
    log(label, Number(idle + active > 0));
  };
  tell('made');
  worker.on('online', () => setTimeout(() => tell('online'), 20));
  worker.on('exit', () => tell('exit'));
}
