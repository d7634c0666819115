// title "abort emits its event at once and only once"
// rules GLOBAL-1
// layer node

// From Node 15 on.
const { AbortController } = global;
if (AbortController) {
  const controller = new AbortController();
  const { signal } = controller;
  log('aborted', Number(signal.aborted));
  signal.addEventListener('abort', (event) => {
    log(event.type);
    log('aborted', Number(signal.aborted));
  });
  signal.onabort = () => log('onabort');
  controller.abort();
  log('end');
  controller.abort();
}
