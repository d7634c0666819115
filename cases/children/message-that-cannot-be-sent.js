// title "a message to a child that has gone is an error: of the callback if there is one, else of the child"
// rules SPAWN-18
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', ''], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.on('error', (error) => log(error.code));
child.on('close', () => {
  log('sent', Number(child.send(1, (error) => log('called-back', Number(error.code === 'ERR_IPC_CHANNEL_CLOSED')))));
  log('sent', Number(child.send(2)));
  log('end');
});
