// title "the callback of execFile comes once, when all output is there, with the code of a failure"
// rules SPAWN-7
// layer node

const { execFile } = require('child_process');

const child = execFile('sh', ['-c', 'echo text; exit 3'], (error, stdout) => {
  log('callback', error.code);
  log('bytes', stdout.length);
});
child.on('exit', () => log('exit'));
child.stdout.on('end', () => log('end'));
execFile('true', (error) => log(error === null ? 'no-error' : 'error'));
log('made');
