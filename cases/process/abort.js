// title "process.abort ends the process at once: no listener is called"
// rules LIFE-29
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.on('exit', () => process.send('exit'));
  process.on('SIGABRT', () => process.send('signal'));
  process.on('uncaughtException', () => process.send('exception'));
  process.abort();
`], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
child.on('message', (text) => log(text));
child.on('exit', (code, signal) => log(signal || 'no-signal'));
