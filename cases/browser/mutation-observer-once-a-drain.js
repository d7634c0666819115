// title "changes that a microtask makes are reported in a microtask of their own"
// rules BROWSER-12
// layer browser

const box = document.createElement('div');
new MutationObserver((records) => log('mo', records.length)).observe(box, { attributes: true });
box.setAttribute('a', '1');
Promise.resolve().then(() => {
  log('p');
  box.setAttribute('b', '2');
  Promise.resolve().then(() => log('q'));
  box.setAttribute('c', '3');
});
setTimeout(() => log('t'), 0);
