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
  const worker = new threads.Worker('setTimeout(() => {}, 500);', { eval: true });
  const tell = (label) => {
    const { idle, active } = worker.performance.eventLoopUtilization();
    log(label, Number(idle + active > 0));
  };
  tell('made');
  worker.on('online', () => setTimeout(() => {
    tell('online');
    between();
  }, 20));
  // With one or two earlier ones, what is between them.
  const between = () => {
    const ask = worker.performance.eventLoopUtilization;
    const about = (one, other) => Number(Math.abs(one - other) < 30);
    const first = ask();
    setTimeout(() => {
      const second = ask();
      setTimeout(() => {
        const third = ask();
        log('since-the-second', about(ask(second).idle, third.idle - second.idle));
        log('between-two', about(ask(second, first).idle, second.idle - first.idle));
        log('idle', Number(third.idle - second.idle > 70 && second.idle - first.idle > 20));
      }, 200);
    }, 100);
  };
  worker.on('exit', () => tell('exit'));
}
