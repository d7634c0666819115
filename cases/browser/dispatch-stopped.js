// title "a stopped event goes no further; an error in a listener does not stop it"
// rules BROWSER-34
// layer browser

const outer = document.createElement('div');
const inner = document.createElement('div');
outer.append(inner);
window.addEventListener('error', (event) => {
  event.preventDefault();
  log('error');
});
outer.addEventListener('x', () => log('never'));
inner.addEventListener('x', () => { throw new Error('a listener'); });
inner.addEventListener('x', (event) => {
  log('stops');
  event.stopPropagation();
});
inner.addEventListener('x', () => log('same-node'));
inner.addEventListener('y', (event) => {
  log('ends');
  event.stopImmediatePropagation();
});
inner.addEventListener('y', () => log('never'));
inner.dispatchEvent(new Event('x', { bubbles: true }));
inner.dispatchEvent(new Event('y', { bubbles: true }));
log('dispatched');
