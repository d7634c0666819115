// title "the signal 0 tests whether a process exists, and does nothing to it"
// rules LIFE-19
// layer node

process.on('exit', (code) => log('exit', code));
log('exists', Number(process.kill(process.pid, 0)));
try {
  process.kill(2 ** 22 + 1, 0); // Above the greatest number that Linux gives.
  log('exists');
} catch (error) {
  log(error.code);
}
