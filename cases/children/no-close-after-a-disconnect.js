// title "a child whose channel the parent closes has no close event, one that closes it itself has"
// rules SPAWN-27
// layer node

const { spawn } = require('child_process');

const start = (label, code, act) => {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.on('message', () => act(child));
  for (const name of ['disconnect', 'exit', 'close']) child.on(name, () => log(`${label}-${name}`));
};
start('parent', 'process.on("message", () => {}); process.send(1);', (child) => child.disconnect());
start('child', 'process.send(1, () => process.disconnect());', () => {});
