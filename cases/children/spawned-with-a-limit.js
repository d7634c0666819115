// title "spawn kills a child that exceeds its timeout, or whose signal is aborted, by the signal that is asked for"
// rules SPAWN-15
// layer node

const { spawn } = require('child_process');

// From Node 15.13 on.
if (process.versions.node.split('.')[0] >= 16) {
  const start = (options, then) => {
    const child = spawn('sleep', ['1000'], { stdio: 'ignore', ...options });
    child.on('error', (error) => log(error.name));
    child.on('exit', (code, signal) => {
      log(signal);
      then();
    });
  };
  const controller = new AbortController();
  start({ timeout: 50 }, () => start({ timeout: 50, killSignal: 'SIGKILL' }, () => {
    start({ signal: controller.signal, killSignal: 'SIGINT' }, () => log('end'));
    controller.abort();
  }));
}
