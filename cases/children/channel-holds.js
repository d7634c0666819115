// title "the channel to an unreferenced child holds its parent until it is disconnected"
// rules SPAWN-14
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.on('message', () => process.send(2, () => process.disconnect()));
  process.send(1);
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.unref();
child.on('message', (number) => {
  log('message', number);
  if (number === 1) child.send('go on');
});
child.on('disconnect', () => log('disconnect'));
process.on('exit', () => log('exit'));
