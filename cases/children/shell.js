// title "exec runs its command in a shell and calls back with its code and all its output"
// rules SPAWN-7
// layer node

const { exec } = require('child_process');

exec('echo 12; (echo 3 >&2); exit 4', (error, stdout, stderr) => {
  log('code', error.code);
  log('output', Number(stdout));
  log('errors', Number(stderr));
});
log('called');
