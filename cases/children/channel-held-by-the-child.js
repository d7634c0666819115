// title "a child keeps its channel, or lets go of it, by asking for that, whether it listens or not"
// rules SPAWN-14
// layer node

const { spawn } = require('child_process');

const start = (name, code, then) => {
  const child = spawn(process.execPath, ['-e', `${code}; process.send('ready')`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', () => {
    log(`${name}-ready`);
    if (then) then(child);
  });
  child.on('disconnect', () => log('disconnect'));
  child.on('exit', (code) => log(name, code));
};
// Node < 20: listeners that come and go take back what was asked for.
const asked = process.versions.node.split('.')[0] >= 20;
const come = "process.on('message', () => {});";
const go = "process.removeAllListeners('message');";
// It listens to nothing, and goes on until its parent disconnects.
start('held', `process.channel.ref(); process.channel.unref(); process.channel.ref(); ${asked ? come + go : ''}`, (child) => setTimeout(() => {
  log('goes-on', Number(child.exitCode === null && child.connected));
  // It listens, and ends all the same.
  child.on('exit', () => start('left', `${come} process.channel.unref(); ${asked ? go + come : ''}`, (child) => {
    // It does not listen any more.
    child.on('exit', () => start('gone', `${come} process.on('disconnect', () => {}); ${go} process.removeAllListeners('disconnect')`));
  }));
  child.disconnect();
}, 50));
