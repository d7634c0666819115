// title "process.exit in an exit listener ends the process at once, with its code"
// rules LIFE-22
// layer node

const { spawnSync } = require('child_process');

const { status, stdout } = spawnSync(process.execPath, ['-e', `
  process.on('exit', () => { console.log('first'); process.exit(3); });
  process.on('exit', () => console.log('second'));
`]);
log('status', status);
log('printed', String(stdout).trim().split('\n').length);
