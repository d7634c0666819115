// title "the listener of a signal is called from the loop with its name, and the process goes on"
// rules LIFE-17
// layer node

const timeout = setTimeout(() => log('timeout'), 1000);
process.on('SIGTERM', (name) => {
  log(name);
  clearTimeout(timeout);
});
process.nextTick(() => log('tick'));
process.kill(process.pid, 'SIGTERM');
log('end');
process.on('exit', (code) => log('exit', code));
