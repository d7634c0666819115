// title "click() dispatches at once: a checkbox changes before its listeners are called, and back if one prevents it"
// rules BROWSER-58
// layer browser

const box = document.createElement('input');
box.type = 'checkbox';
document.documentElement.append(box);
let prevents = false;
box.addEventListener('click', (event) => {
  log('click', Number(box.checked));
  Promise.resolve().then(() => log('microtask'));
  if (prevents) event.preventDefault();
});
box.addEventListener('input', () => log('input', Number(box.checked)));
box.addEventListener('change', () => log('change', Number(box.checked)));
box.click();
log('clicked', Number(box.checked));
prevents = true;
box.click();
log('prevented', Number(box.checked));
