// title "exit listeners are called in order with the code that the property has"
// rules LIFE-1
// layer node

process.on('exit', (code) => {
  log('first', code);
  process.exitCode = 4;
});
process.on('exit', () => log('second', process.exitCode));
setTimeout(() => { process.exitCode = 3; }, 1);
