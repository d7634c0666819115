// title "a child process that cannot be started emits an error, later, and neither spawn nor exit"
// rules SPAWN-2
// layer node

const { spawn } = require('child_process');

const child = spawn(`${process.execPath}.missing`);
child.on('spawn', () => log('spawn'));
child.on('exit', () => log('exit'));
child.on('error', (error) => log(error.code));
log(child.pid === undefined ? 'no-pid' : 'pid');
