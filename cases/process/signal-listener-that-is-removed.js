// title "a signal whose listener was removed ends the process again"
// rules LIFE-28
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  const listener = () => process.send('heard');
  process.once('message', () => {
    process.removeListener('SIGTERM', listener);
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(3), 20000);
  });
  // One that is left still hears.
  const other = () => process.send('other');
  process.on('SIGTERM', other);
  process.on('SIGTERM', listener);
  process.removeListener('SIGTERM', other);
  // SIGTERM is what is sent if nothing is said.
  process.kill(process.pid);
  setTimeout(() => {}, 20000);
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.on('message', (text) => {
  log(text);
  child.send('go on');
});
child.on('exit', (code, signal) => log(signal || 'no-signal'));
