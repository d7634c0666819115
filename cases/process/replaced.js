// title "a process that is replaced by a program runs no handler of its end; if that fails it goes on"
// rules LIFE-35
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// From Node 23.11 on; up to 26.0 a process that cannot be replaced aborts.
if (major >= 24) {
  const goesOn = major > 26 || (major === 26 && minor >= 1);
  const { spawnSync } = require('child_process');
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', '-e', `
    const fs = require('fs');
    process.on('exit', () => fs.writeSync(1, 'exit '));
    process.on('beforeExit', () => fs.writeSync(1, 'before '));
    setTimeout(() => fs.writeSync(1, 'timeout '), 1);
    if (${goesOn}) try {
      process.execve('/nowhere/at/all');
    } catch ({ code, syscall, path }) {
      fs.writeSync(1, [code, syscall, path].join() + ' ');
    }
    process.execve('/bin/sh', ['sh', '-c', 'echo $NUMBER; exit 5'], { NUMBER: '7' });
    fs.writeSync(1, 'still ');
  `], { encoding: 'utf8' });
  log('code', status);
  log('output', Number(stdout === `${goesOn ? 'ENOENT,execve,/nowhere/at/all ' : ''}7\n`));
}
