// title "a deprecation is not emitted while there is to be none, and is thrown if it is to be"
// rules LIFE-27
// layer node

process.on('warning', ({ message }) => log(message));
process.on('uncaughtException', ({ message }) => log('thrown', Number(message)));
process.noDeprecation = true;
process.emitWarning('hushed', 'DeprecationWarning');
process.emitWarning('warned', 'Warning');
setTimeout(() => {
  process.noDeprecation = false;
  process.emitWarning('deprecated', 'DeprecationWarning');
}, 1);
setTimeout(() => {
  process.throwDeprecation = true;
  process.emitWarning('5', 'DeprecationWarning');
}, 5);
