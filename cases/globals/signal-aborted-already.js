// title "a signal that is made aborted emits no event"
// rules GLOBAL-3
// layer node

// From Node 15.12 on.
const { AbortSignal } = global;
if (AbortSignal) {
  const signal = AbortSignal.abort();
  log('aborted', Number(signal.aborted));
  signal.addEventListener('abort', () => log('event'));
  setImmediate(() => log('immediate'));
}
