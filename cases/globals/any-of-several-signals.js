// title "a signal made of several is aborted with the first of them, and with its reason"
// rules GLOBAL-6
// layer node

// From Node 18.17 on.
const { AbortSignal } = global;
if (AbortSignal && AbortSignal.any) {
  const first = new AbortController();
  const second = new AbortController();
  const any = AbortSignal.any([first.signal, second.signal]);
  any.addEventListener('abort', () => log('reason', any.reason));
  second.abort(2);
  log('end');
  first.abort(1);
  log('aborted', Number(AbortSignal.any([first.signal, AbortSignal.abort()]).aborted));
}
