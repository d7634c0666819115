// title "a channel that is disconnected takes no more messages, and lets the child end"
// rules SPAWN-12
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.on('message', () => {});
  process.on('disconnect', () => { process.exitCode = 5; });
  process.send('ready');
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.on('message', () => {
  child.disconnect();
  log('connected', Number(child.connected));
  child.send('too late', (error) => log(error.code === 'ERR_IPC_CHANNEL_CLOSED' ? 'closed' : 'other'));
  log('end');
});
child.on('disconnect', () => log('disconnect'));
child.on('exit', (code) => log('exit', code));
