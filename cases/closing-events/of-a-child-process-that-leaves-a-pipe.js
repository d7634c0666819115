// title "while somebody holds a pipe of a child process, it has exited but not closed"
// rules CLOSE-21
// layer node

const { spawn } = require('child_process');

// The shell leaves a process behind that holds its output until the fourth pipe is ended.
const child = spawn('sh', ['-c', 'cat <&3 &'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
child.stdout.on('end', () => log('end'));
child.stdout.resume();
child.stdio[3].resume();
child.on('close', () => log('close'));
child.on('exit', () => {
  log('exit');
  setTimeout(() => {
    log('later');
    child.stdio[3].end();
  }, 10);
});
