// title "messages between a process and its child come in order, later, and then the disconnect"
// rules SPAWN-11
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.on('message', (number) => {
    process.send(10 * number);
    if (number === 3) process.disconnect();
  });
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
for (let i = 1; i <= 3; i++) child.send(i);
log('connected', Number(child.connected));
child.on('message', (number) => log('message', number));
child.on('disconnect', () => log('disconnect', Number(child.connected)));
child.on('close', (code) => log('close', code));
