// title "an unreferenced channel to an unreferenced child does not keep the parent alive, and a referenced one does again"
// rules SPAWN-14
// layer node

const { spawn } = require('child_process');

const start = () => {
  const child = spawn(process.execPath, ['-e', "process.on('message', () => process.disconnect());"],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.unref();
  child.channel.unref();
  return child;
};
const left = start();
const held = start();
left.on('disconnect', () => log('other'));
held.channel.ref();
held.send('end');
held.on('disconnect', () => log('disconnect'));
process.on('exit', () => {
  log('exit');
  left.kill();
});
