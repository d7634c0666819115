// title "in a worker the calls that concern the whole process are refused, and what it has of its own is its own"
// rules WORKER-35
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { Worker } = require('worker_threads');
  const title = process.title;
  let signals = 0;
  process.on('SIGUSR2', () => signals++);
  const worker = new Worker(`
    const threads = require('worker_threads');
    const { parentPort } = threads;
    const tell = (label, value) => parentPort.postMessage([label, Number(value)]);
    const refused = (label, call) => {
      try {
        call();
        tell(label, 0);
      } catch (error) {
        tell(label, error.code === 'ERR_WORKER_UNSUPPORTED_OPERATION');
      }
    };
    refused('chdir', () => process.chdir('/'));
    refused('abort', () => process.abort());
    refused('setuid', () => process.setuid(process.getuid()));
    refused('seteuid', () => process.seteuid(process.geteuid()));
    refused('setgid', () => process.setgid(process.getgid()));
    refused('setegid', () => process.setegid(process.getegid()));
    refused('setgroups', () => process.setgroups(process.getgroups()));
    refused('initgroups', () => process.initgroups('root', 0));
    refused('umask', () => process.umask(0));
    tell('umask-asked', typeof process.umask() === 'number');
    process.title = 'another';
    tell('main', threads.isMainThread);
    tell('port', parentPort instanceof threads.MessagePort);
    tell('channel', process.send !== undefined || process.connected === true);
    process.on('SIGUSR2', () => tell('signal-in-a-worker', 1));
    process.kill(process.pid, 'SIGUSR2');
    setTimeout(() => process.exit(7), 20);
    process.on('exit', (code) => {
      tell('own-exit', code);
      setTimeout(() => tell('late', 1), 1);
    });
  `, { eval: true });
  worker.on('message', ([label, number]) => log(label, number));
  worker.on('error', () => log('error'));
  worker.on('exit', (code) => {
    log('exit', code);
    log('signals', signals);
    log('same-title', Number(process.title === title));
    process.removeAllListeners('SIGUSR2');
  });
}
