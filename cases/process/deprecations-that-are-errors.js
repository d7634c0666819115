// title "a deprecation that is given as an error is not emitted while there is to be none, and thrown if it is to be"
// rules LIFE-27
// layer node

const error = (name, message) => Object.assign(new Error(message), { name });
process.on('warning', ({ message }) => log(message));
process.on('uncaughtException', ({ message }) => log(`thrown-${message}`));
process.noDeprecation = true;
process.emitWarning(error('DeprecationWarning', 'hushed'));
process.emitWarning(error('Warning', 'warned'));
setTimeout(() => {
  process.noDeprecation = false;
  process.emitWarning(error('DeprecationWarning', 'deprecated'));
}, 1);
setTimeout(() => {
  process.throwDeprecation = true;
  process.emitWarning(error('DeprecationWarning', 'refused'));
}, 5);
