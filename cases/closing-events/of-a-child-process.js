// title "a child process emits its exit event before its close event"
// rules CLOSE-21
// layer node

const { spawn } = require('child_process');

const child = spawn('true', [], { stdio: 'ignore' });
child.on('close', (code) => log('close', code));
child.on('exit', (code) => log('exit', code));
log('started');
