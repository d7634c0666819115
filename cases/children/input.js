// title "a child reads the bytes and the end of its input, and its output ends before close"
// rules SPAWN-19
// layer node

const { spawn } = require('child_process');

const child = spawn('cat');
let text = '';
child.stdout.on('data', (chunk) => { text += chunk; });
child.stdout.on('end', () => log('output', Number(text)));
child.on('close', (code) => log('close', code));
child.stdin.write('1');
child.stdin.write('2');
child.stdin.end('3', () => log('written'));
