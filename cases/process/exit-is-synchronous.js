// title "process.exit does not return, and calls the exit listeners before it ends the process"
// rules LIFE-3
// layer node

process.on('exit', () => {
  log('exit');
  setTimeout(() => log('timeout'), 0);
  setImmediate(() => log('immediate'));
});
process.on('beforeExit', () => log('before-exit'));
setImmediate(() => log('queued'));
log('begin');
process.exit();
log('end');
