// title "the descriptors that a worker left open are closed with it, unless they are not to be tracked"
// rules WORKER-36
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const { Worker } = require('worker_threads');
  const opens = (label, options, then) => {
    let descriptor = -1;
    const worker = new Worker(`
      require('worker_threads').parentPort.postMessage(require('fs').openSync(process.execPath));
    `, { eval: true, ...options });
    worker.on('message', (number) => { descriptor = number; });
    worker.on('exit', () => {
      let isOpen = true;
      try {
        fs.fstatSync(descriptor);
      } catch (error) {
        isOpen = false;
      }
      log(label, Number(isOpen));
      if (then) then();
    });
  };
  opens('tracked', {}, () => opens('untracked', { trackUnmanagedFds: false }));
}
