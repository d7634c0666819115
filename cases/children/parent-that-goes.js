// title "a child whose parent goes has its disconnect event, and its channel holds it no longer"
// rules SPAWN-22
// layer node

const { spawn } = require('child_process');

const inner = "process.on('disconnect', () => { process.stdout.write('gone'); }); process.send('ready');";
const outer = `
  const { spawn } = require('child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(inner)}],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', () => process.kill(process.pid, 'SIGKILL'));
`;
const child = spawn(process.execPath, ['-e', outer]);
let text = '';
child.stdout.on('data', (chunk) => { text += chunk; });
child.on('exit', (code, signal) => log(signal));
child.on('close', () => log(text || 'nothing-said'));
