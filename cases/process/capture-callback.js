// title "a capture callback takes uncaught exceptions instead of their handlers, until it is unset"
// rules LIFE-11
// layer node

process.on('uncaughtException', () => log('handler'));
process.setUncaughtExceptionCaptureCallback((error) => log(error.message));
log('captures', Number(process.hasUncaughtExceptionCaptureCallback()));
setTimeout(() => { throw new Error('captured'); }, 1);
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback(null);
  throw new Error('again');
}, 10);
