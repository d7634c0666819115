// title "each exception comes with its origin to the monitor, then to the capture callback or the handlers, once"
// rules LIFE-33
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const origin = (text) => Number(text === 'unhandledRejection');
  process.on('uncaughtExceptionMonitor', (...args) => {
    log('monitor', args[0].number);
    log('monitor-origin', args.length * 10 + origin(args[1]));
  });
  process.on('uncaughtException', (...args) => {
    log('handler', args[0].number);
    log('origin', args.length * 10 + origin(args[1]));
  });
  const raise = (number) => Object.assign(new Error(`${number}`), { number });
  setTimeout(() => { throw raise(1); }, 1);
  setTimeout(() => { Promise.reject(raise(2)); }, 10);
  setTimeout(() => { process.nextTick(() => { throw raise(3); }); }, 20);
  setTimeout(() => { queueMicrotask(() => { throw raise(4); }); }, 30);
  setTimeout(() => {
    log('captures', Number(process.hasUncaughtExceptionCaptureCallback()));
    process.setUncaughtExceptionCaptureCallback((...args) => log('captured', args.length * 10 + args[0].number));
    try {
      process.setUncaughtExceptionCaptureCallback(() => log('second'));
    } catch (error) {
      log(error.code);
    }
    log('captures', Number(process.hasUncaughtExceptionCaptureCallback()));
    throw raise(5);
  }, 40);
  setTimeout(() => { Promise.reject(raise(6)); }, 50);
  setTimeout(() => {
    process.setUncaughtExceptionCaptureCallback(null);
    log('captures', Number(process.hasUncaughtExceptionCaptureCallback()));
    process.setUncaughtExceptionCaptureCallback((error) => log('later-captured', error.number));
    throw raise(7);
  }, 60);
  try {
    process.setUncaughtExceptionCaptureCallback(5);
  } catch (error) {
    log(error.code);
  }
  process.on('exit', (code) => log('exit', code));
}
