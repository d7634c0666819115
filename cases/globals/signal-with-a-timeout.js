// title "a signal with a timeout is aborted when that has passed"
// rules GLOBAL-4
// layer node

// From Node 16.14 on.
const { AbortSignal } = global;
if (AbortSignal && AbortSignal.timeout) {
  const signal = AbortSignal.timeout(20);
  signal.addEventListener('abort', () => {
    log('abort', Number(signal.aborted));
    log(signal.reason.name);
  });
  setTimeout(() => log('earlier', Number(signal.aborted)), 10);
  setTimeout(() => log('later', Number(signal.aborted)), 30);
}
