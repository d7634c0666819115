// title "the callback of a message comes after the call, with null, and the message comes to the child"
// rules SPAWN-18
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.once('message', (number) => process.send(number + 1));
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.on('message', (number) => log('message', number));
child.send(1, (error) => log(error === null ? 'sent' : 'failed'));
log('called');
