// title "the spawn event comes before all other events of a child process"
// rules SPAWN-1
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'echo text']);
child.on('exit', () => log('exit'));
child.stdout.on('data', () => log('data'));
// From Node 15.1 on. Before, nobody emits it.
child.on('spawn', () => log('spawn'));
child.on('close', () => log('close'));
log('made');
