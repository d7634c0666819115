// title "beforeExit listeners get the code of the property"
// rules LIFE-4
// layer node

let count = 0;
process.exitCode = 5;
process.on('beforeExit', (code) => {
  log('told', code);
  if (++count === 1) setTimeout(() => { process.exitCode = 6; }, 1);
});
