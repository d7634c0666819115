// title "exitCode and signalCode are null while a child runs, and say how it ended from its exit event on"
// rules SPAWN-3
// layer node

const { spawn } = require('child_process');

const start = (code, then) => {
  const child = spawn('sh', ['-c', code]);
  const tell = (label) => {
    log(label, child.exitCode === null ? -1 : child.exitCode);
    log(child.signalCode === null ? 'no-signal' : child.signalCode);
  };
  tell('runs');
  child.on('exit', () => {
    tell('ended');
    then();
  });
};
start('exit 5', () => start('kill -KILL $$', () => {}));
