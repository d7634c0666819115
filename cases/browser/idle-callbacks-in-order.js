// title "idle callbacks come in the order of their requests; one of an idle period waits for the next"
// rules BROWSER-36
// layer browser

const gone = { id: 0 };
requestIdleCallback(() => {
  log('a');
  requestIdleCallback(() => log('later'));
  cancelIdleCallback(gone.id);
  Promise.resolve().then(() => log('microtask'));
});
requestIdleCallback(() => log('b'));
gone.id = requestIdleCallback(() => log('never'));
requestIdleCallback((deadline) => log(deadline.didTimeout ? 'late' : 'c'));
log('script');
