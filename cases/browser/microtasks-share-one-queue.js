// title "promise reactions, queued microtasks and mutation observers wait in one queue, in their order"
// rules BROWSER-55
// layer browser

const box = document.createElement('div');
new MutationObserver(() => log('observer')).observe(box, { attributes: true });
setTimeout(() => log('timeout'), 0);
queueMicrotask((...args) => log('first', args.length));
Promise.resolve().then(() => {
  log('second');
  queueMicrotask(() => log('sixth'));
  Promise.resolve().then(() => log('seventh'));
});
box.title = 'changed';
queueMicrotask(() => {
  queueMicrotask(() => log('eighth'));
  log('fourth');
});
Promise.resolve().then(() => log('fifth'));
log('script');
