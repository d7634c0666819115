// title "a promise that stays pending does not keep the process alive"
// rules MICRO-15
// layer node

process.on('beforeExit', () => log('before-exit'));
process.on('exit', (code) => log('exit', code));
(async () => {
  log('waits');
  await new Promise(() => {});
  log('went-on');
})();
log('end');
