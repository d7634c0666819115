// title "an abort calls its listeners at once, in order, once; a second abort changes nothing"
// rules BROWSER-48
// layer browser

const controller = new AbortController();
const { signal } = controller;
signal.addEventListener('abort', () => log('first'));
signal.onabort = () => log('second');
signal.addEventListener('abort', () => {
  log('third');
  controller.abort('again');
});
controller.abort('reason');
log(signal.reason);
controller.abort('more');
log(signal.reason);
log('aborted', Number(AbortSignal.abort().aborted));
