// title "a child that is unreferenced twice is held by one ref"
// rules SPAWN-13
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'exit 3'], { stdio: 'ignore' });
child.unref();
child.unref();
child.ref();
child.on('exit', (code) => log('child-exit', code));
process.on('exit', () => log('exit'));
