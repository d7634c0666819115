// title "close follows the exit of a child without streams, and the callback of execFile its close, not a time"
// rules SPAWN-5 SPAWN-7
// layer node

const { execFile, spawn } = require('child_process');

const child = spawn('true', [], { stdio: 'ignore' });
child.on('close', () => log('close'));
child.on('exit', () => {
  log('exit');
  setTimeout(() => {
    log('later');
    execFile('true', () => log('callback')).on('close', () => {
      log('closed');
      setTimeout(() => log('end'), 10);
    });
  }, 10);
});
