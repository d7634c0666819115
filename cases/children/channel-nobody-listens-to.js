// title "a child that listens to no message of its channel ends when its work is done"
// rules SPAWN-14
// layer node

const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', "process.send('sent');"],
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
child.on('message', (text) => log(text));
child.on('exit', (code) => log('exit', code));
child.on('disconnect', () => log('disconnect', Number(child.connected)));
