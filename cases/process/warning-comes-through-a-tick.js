// title "a warning is emitted through a tick, once for each call and in order"
// rules LIFE-15
// layer node

process.on('warning', (warning) => {
  log(warning.message);
  log(warning.name);
});
process.nextTick(() => log('tick'));
process.emitWarning('first');
process.emitWarning('second', 'CustomWarning');
process.emitWarning('first');
Promise.resolve().then(() => log('microtask'));
log('end');
