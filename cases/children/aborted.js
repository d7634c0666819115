// title "a child process whose signal is aborted is killed at once, as by a call of kill, with an AbortError"
// rules SPAWN-9
// layer node

const { exec, execFile, fork, spawn } = require('child_process');

// From Node 15.4 on; for all of these as it is from 16 on.
const { AbortController } = global;
if (AbortController && process.versions.node.split('.')[0] >= 16) {
  const start = (name, make) => {
    const controller = new AbortController();
    const child = make(controller.signal);
    child.on('error', (error) => log(`${name}-error`, Number(error.name === 'AbortError')));
    setTimeout(() => {
      log(`${name}-lives`, Number(!child.killed));
      controller.abort();
      log(`${name}-killed`, Number(child.killed));
    }, 5);
    return new Promise((resolve) => child.on('exit', (code, by) => {
      log(by);
      resolve();
    }));
  };
  const main = async () => {
    await start('spawn', (signal) => spawn('sleep', ['1000'], { signal, stdio: 'ignore' }));
    await start('fork', (signal) => fork('-', { signal, silent: true }));
    await start('exec', (signal) => exec('exec sleep 1000', { signal }, (error) => log('called-back', Number(error.name === 'AbortError'))));
    await start('exec-file', (signal) => execFile('sleep', ['1000'], { signal }, (error) => log('called-back', Number(error.name === 'AbortError'))));
  };
  main();
}
