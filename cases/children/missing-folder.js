// title "a child whose folder does not exist emits ENOENT and does not start"
// rules SPAWN-2
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'exit 0'], { cwd: '/missing/of/loopspec' });
child.on('spawn', () => log('spawn'));
child.on('error', (error) => log(error.code));
child.on('exit', (code) => log('exit', code));
log('called');
