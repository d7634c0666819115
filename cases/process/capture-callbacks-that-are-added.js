// title "capture callbacks that are added are called latest first, until one returns true"
// rules LIFE-24
// layer node

// From Node 25.9 on.
if (process.addUncaughtExceptionCaptureCallback) {
  process.on('uncaughtException', () => log('handler'));
  let handled = true;
  process.addUncaughtExceptionCaptureCallback(() => log('first'));
  process.addUncaughtExceptionCaptureCallback(() => {
    log('second');
    return handled;
  });
  process.addUncaughtExceptionCaptureCallback(() => log('third'));
  setTimeout(() => { throw new Error('captured'); }, 1);
  setTimeout(() => {
    log('again');
    handled = false;
    throw new Error('not captured');
  }, 10);
}
