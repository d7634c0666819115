// title "a child process that exceeds its timeout is killed"
// rules SPAWN-8
// layer node

const { execFile } = require('child_process');

execFile('sleep', ['1000'], { timeout: 50 }, (error) => {
  log('killed', Number(error.killed));
  log(error.signal);
});
