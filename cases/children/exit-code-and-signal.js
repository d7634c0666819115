// title "a child process ends with its code, or with the signal that ended it"
// rules SPAWN-3
// layer node

const { spawn } = require('child_process');

const coded = spawn('sh', ['-c', 'exit 5']);
coded.on('exit', (code, signal) => {
  log('code', code);
  log(signal === null ? 'no-signal' : signal);
  const killed = spawn('sh', ['-c', 'kill -TERM $$']);
  killed.on('exit', (none, name) => {
    log(none === null ? 'no-code' : 'code');
    log(name);
  });
});
