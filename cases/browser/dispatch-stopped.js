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
inner.addEventListener('x', (event) => {
  log('same-node');
  event.stopImmediatePropagation();
});
inner.addEventListener('x', () => log('never'));
inner.dispatchEvent(new Event('x', { bubbles: true }));
log('dispatched');
