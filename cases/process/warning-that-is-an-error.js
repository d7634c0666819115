// title "a warning that is an error is passed on as it is"
// rules LIFE-16
// layer node

const warning = new Error('warning');
warning.name = 'CustomWarning';
process.on('warning', (given) => log(given === warning ? 'same' : 'other'));
process.emitWarning(warning);
try {
  process.emitWarning(42);
} catch (error) {
  log(error.name.split(' ')[0]);
}
