// title "a blocked child process does not delay the timers of its parent"
// rules HOST-4
// layer node

const { spawn } = require('child_process');

// It waits for the end of its input, and its own timeout for that.
const body = `
  setTimeout(() => console.log('timeout'), 1);
  require('fs').readSync(0, Buffer.alloc(1), 0, 1, null);
  console.log('read');
`;
const child = spawn(process.execPath, ['-e', body], { stdio: ['pipe', 'pipe', 'ignore'] });
let calls = 0;
const interval = setInterval(() => {
  log('interval');
  if (++calls < 10) return;
  clearInterval(interval);
  child.stdin.end();
}, 5);
let output = '';
child.stdout.on('data', (data) => (output += data));
child.on('exit', (code) => log('exit', code));
child.on('close', () => {
  if (output === 'read\ntimeout\n') log('close');
});
