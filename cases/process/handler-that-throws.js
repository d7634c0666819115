// title "an exception in the handler of uncaught exceptions ends the process and is not handled again"
// rules LIFE-8
// layer node

const { spawnSync } = require('child_process');

const { status, stdout } = spawnSync(process.execPath, ['-e', `
  process.on('uncaughtException', () => {
    console.log('handler');
    throw new Error('second');
  });
  process.on('exit', () => console.log('exit'));
  setTimeout(() => console.log('timeout'), 10);
  throw new Error('first');
`]);
log('status', status);
for (const line of String(stdout).trim().split('\n')) log(line);
