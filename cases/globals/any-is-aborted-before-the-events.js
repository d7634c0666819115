// title "a signal made of others is aborted before a listener of theirs is called"
// rules GLOBAL-6
// layer node

// From Node 18.17 on. Before 23 a signal may still be aborted when its own turn comes.
const { AbortSignal } = global;
if (AbortSignal && AbortSignal.any) {
  const first = new AbortController();
  const any = AbortSignal.any([first.signal]);
  const further = AbortSignal.any([any, new AbortController().signal]);
  any.addEventListener('abort', () => log('joined'));
  further.addEventListener('abort', () => log('further', further.reason));
  first.signal.addEventListener('abort', () => {
    log('first', Number(any.aborted) + Number(further.aborted));
    log('reason', Number(any.reason || 0));
  });
  first.abort(3);
  log('end');
}
