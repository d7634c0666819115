// title "a blocked parent learns of its child's end only when it comes back to its loop"
// rules HOST-4
// layer node

const { spawn, spawnSync } = require('child_process');

const child = spawn('true', [], { stdio: 'ignore' });
child.on('exit', () => log('exit'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick'));
spawnSync('sleep', ['0.05'], { stdio: 'ignore' });
log('unblocked');
