// title "a synchronous call returns when the child has ended, and the loop stands still meanwhile"
// rules SPAWN-10
// layer node

const { spawnSync, execFileSync } = require('child_process');

setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
log('status', spawnSync('sh', ['-c', 'exit 4']).status);
log('bytes', execFileSync('echo', ['text']).length);
try {
  execFileSync('sh', ['-c', 'exit 6']);
} catch (error) {
  log('thrown', error.status);
}
