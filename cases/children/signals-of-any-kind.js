// title "a child is sent the signal that is asked for"
// rules SPAWN-4
// layer node

const { spawn } = require('child_process');

const names = ['SIGKILL', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1'];
const next = () => {
  const name = names.shift();
  if (!name) return;
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  log('alive', Number(child.kill(0)));
  child.kill(name);
  child.on('exit', (code, signal) => {
    log(signal);
    next();
  });
};
next();
