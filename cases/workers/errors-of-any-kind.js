// title "what a worker throws is given to its parent as it is, and so is a rejection that nobody handles"
// rules WORKER-27
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// As it is from Node 15 on.
if (threads && process.versions.node.split('.')[0] >= 15) {
  const codes = ['throw 5;', "Promise.reject(new RangeError('x'));", 'setImmediate(() => { throw 9; });'];
  const next = () => {
    const code = codes.shift();
    if (!code) return void unheard();
    const worker = new threads.Worker(`${code} setTimeout(() => {}, 1000);`, { eval: true });
    worker.on('error', (error) => (error instanceof Error ? log(error.name) : log('value', error)));
    worker.on('exit', (exitCode) => {
      log('exit', exitCode);
      next();
    });
  };
  next();

  // An error that nobody listens to is one of the parent.
  function unheard() {
    process.once('uncaughtException', ({ name }) => log('uncaught', Number(name === 'RangeError')));
    new threads.Worker("throw new RangeError('x');", { eval: true });
  }
}
