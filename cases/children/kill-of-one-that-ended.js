// title "a signal to a child that has ended is not sent: the call says no and the child was not killed"
// rules SPAWN-4
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'exit 0'], { stdio: 'ignore' });
child.on('close', () => {
  log('could', Number(child.kill()));
  log('killed', Number(child.killed));
  log('could', Number(child.kill('SIGKILL')));
});
child.on('error', () => log('error'));
