// title "output that comes in many chunks is given whole and in order, to a callback, a promise and a listener"
// rules SPAWN-7 SPAWN-17
// layer node

const { exec, execFile, execFileSync, spawn } = require('child_process');
const { promisify } = require('util');

// More than a pipe holds at a time, so that it cannot come in one piece.
const many = 8000;
const script = `i=0; while [ $i -lt ${many} ]; do echo line-$i; i=$((i + 1)); done`;
const options = { maxBuffer: 10 * 1024 * 1024, encoding: 'utf8' };
const expected = Array.from({ length: many }, (empty, i) => `line-${i}\n`).join('');
const tell = (label, text) => log(label, Number(text === expected));
const parts = [
  (then) => exec(script, options, (error, text) => { tell('exec', text); then(); }),
  (then) => exec(`(${script}) >&2`, options, (error, text, errors) => { tell('errors', errors); then(); }),
  (then) => execFile('sh', ['-c', script], options, (error, text) => { tell('file', text); then(); }),
  (then) => execFile('sh', ['-c', script], { ...options, encoding: 'buffer' }, (error, bytes) => { tell('bytes', String(bytes)); then(); }),
  (then) => promisify(execFile)('sh', ['-c', script], options).then(({ stdout }) => { tell('promised', stdout); then(); }),
  (then) => {
    let text = '';
    const child = spawn('sh', ['-c', script]);
    child.stdout.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
    child.on('close', () => { tell('listener', text); then(); });
  },
  (then) => { tell('synchronous', execFileSync('sh', ['-c', script], options)); then(); },
];
const next = () => { if (parts.length) parts.shift()(next); };
next();
