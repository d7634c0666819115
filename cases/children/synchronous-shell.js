// title "execSync gives the output of a shell, and throws with status and output after a failure"
// rules SPAWN-10
// layer node

const { execSync, spawnSync } = require('child_process');

log('output', Number(execSync('echo 1; echo 2 >&2', { stdio: ['ignore', 'pipe', 'ignore'] })));
try {
  execSync('echo 3; exit 4', { stdio: ['ignore', 'pipe', 'ignore'] });
  log('well');
} catch (error) {
  log('status', error.status);
  log('output', Number(error.stdout));
}
const { stdout, stderr, status, pid } = spawnSync('sh', ['-c', 'echo 5; echo 6 >&2; exit 7']);
log('output', Number(stdout));
log('errors', Number(stderr));
log('status', status);
log('pid', Number(pid > 0));
