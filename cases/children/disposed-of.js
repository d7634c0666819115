// title "a child that is disposed of is killed"
// rules SPAWN-4
// layer node

const { spawn } = require('child_process');

// From Node 18.18 on, and from 20.5.
if (Symbol.dispose && process.versions.node.split('.')[0] >= 20) {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  child.on('exit', (code, signal) => log(signal));
  child[Symbol.dispose]();
  log('killed', Number(child.killed));
}
