// title "a signal without a listener ends the process, and no exit listener is called"
// rules LIFE-18
// layer node

const { spawnSync } = require('child_process');

const { signal, stdout } = spawnSync(process.execPath, ['-e', `
  process.on('exit', () => console.log('exit'));
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => console.log('timeout'), 1000);
`]);
log(String(signal));
log('printed', stdout.length);
