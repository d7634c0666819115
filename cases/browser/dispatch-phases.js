// title "an event goes down to its target and up again; the listeners of one node in their order"
// rules BROWSER-34
// layer browser

const outer = document.createElement('div');
const inner = document.createElement('div');
outer.append(inner);
outer.addEventListener('x', () => log('outer-up'));
outer.addEventListener('x', () => log('outer-down'), true);
inner.addEventListener('x', () => {
  log('inner-first');
  inner.removeEventListener('x', gone);
  inner.addEventListener('x', () => log('added'));
});
const gone = () => log('gone');
inner.addEventListener('x', gone);
inner.addEventListener('x', () => log('inner-once'), { once: true });
inner.dispatchEvent(new Event('x', { bubbles: true }));
log('dispatched');
inner.dispatchEvent(new Event('x'));
