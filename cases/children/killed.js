// title "kill sends a signal and says whether it could; killed says that it was sent"
// rules SPAWN-4
// layer node

const { spawn } = require('child_process');

const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
log('sent', Number(child.killed));
log('could', Number(child.kill()));
log('sent', Number(child.killed));
child.on('exit', (code, signal) => {
  log(signal);
  log('could', Number(child.kill()));
});
