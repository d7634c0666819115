// title "an unreferenced child does not hold its parent, but its output does while it is read"
// rules SPAWN-6
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'read -r line; echo 1'], { stdio: ['pipe', 'pipe', 'ignore'] });
child.unref();
let text = '';
child.stdout.on('data', (chunk) => { text += chunk; });
child.stdout.on('end', () => log('read', Number(text)));
// It answers long after there is nothing else to wait for.
setTimeout(() => child.stdin.end('line\n'), 50).unref();
process.on('exit', () => log('exit'));
