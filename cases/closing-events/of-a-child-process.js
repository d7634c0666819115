// title "a child process tells its exit before its close"
// rules CLOSE-21
// layer node

const { spawn } = require('child_process');

const child = spawn('true', [], { stdio: 'ignore' });
child.on('close', (code) => log('close', code));
child.on('exit', (code) => log('exit', code));
log('started');
