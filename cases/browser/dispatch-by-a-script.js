// title "between the listeners of an event that a script dispatches no microtask runs"
// rules BROWSER-13
// layer browser

const box = document.createElement('div');
box.addEventListener('click', () => {
  log('l1');
  Promise.resolve().then(() => log('p1'));
});
box.addEventListener('click', () => {
  log('l2');
  Promise.resolve().then(() => log('p2'));
});
box.click();
log('after');
