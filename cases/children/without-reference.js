// title "an unreferenced child process does not keep its parent alive"
// rules SPAWN-6
// layer node

const { spawn } = require('child_process');

const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
child.on('exit', () => log('child-exit'));
child.unref();
process.on('exit', () => {
  log('exit');
  child.kill();
});
