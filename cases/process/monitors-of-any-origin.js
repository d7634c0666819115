// title "monitors are given errors and rejections with their origin, once each, before a handler or a capture callback"
// rules LIFE-51
// layer node

// As it is from Node 15 on, where rejections are uncaught exceptions.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const name = (value) => value instanceof Error ? value.message : value;
  process.on('uncaughtException', (value, origin) => {
    log(`handled-${name(value)}`);
    log(origin);
  });
  process.on('uncaughtExceptionMonitor', (value, origin) => {
    log(`monitored-${name(value)}`);
    log(origin);
  });
  process.on('uncaughtExceptionMonitor', () => log('second-monitor'));
  const steps = [
    () => { throw 'thrown'; },
    () => { Promise.reject(new Error('rejected')); },
    () => { process.nextTick(() => { throw 'in-a-tick'; }); },
    () => { queueMicrotask(() => { throw 'in-a-microtask'; }); },
    () => { (async () => { throw new Error('async'); })(); },
    () => {
      process.setUncaughtExceptionCaptureCallback((value) => {
        log(`captured-${value}`);
        process.setUncaughtExceptionCaptureCallback(null);
      });
      throw 'for-a-callback';
    },
    () => { throw undefined; },
    () => log('end'),
  ];
  steps.forEach((step, i) => setTimeout(step, 5 + 5 * i));
}
