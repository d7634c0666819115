// title "close comes after exit and the end of the streams, with the same code"
// rules SPAWN-5
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'echo text; exit 3']);
child.stdout.on('data', () => {});
child.stdout.on('end', () => log('end'));
child.on('exit', (code) => log('exit', code));
child.on('close', (code) => {
  log('close', code);
  // Nobody reads what this one writes.
  const unread = spawn('sh', ['-c', 'echo text; echo more >&2; exit 4']);
  unread.on('exit', (code) => log('unread-exit', code));
  unread.on('close', (code) => log('unread-close', code));
});
