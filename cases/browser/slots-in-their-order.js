// title "each slot is reported once, in the order of their first changes, by an event that bubbles"
// rules BROWSER-47
// layer browser

const host = document.createElement('div');
const shadow = host.attachShadow({ mode: 'open' });
const slots = ['one', 'two'].map((name) => {
  const slot = document.createElement('slot');
  slot.name = name;
  shadow.append(slot);
  return slot;
});
document.documentElement.append(host);
const add = (name) => {
  const child = document.createElement('p');
  child.slot = name;
  host.append(child);
  return child;
};
setTimeout(() => {
  slots[0].addEventListener('slotchange', () => { log('slot-one'); Promise.resolve().then(() => log('microtask')); });
  slots[1].addEventListener('slotchange', () => log('slot-two'));
  shadow.addEventListener('slotchange', ({ target }) => log('above', Number(target === slots[1]) + 1));
  new MutationObserver(() => log('observer')).observe(host, { childList: true });
  add('two');
  const gone = add('one');
  add('two');
  gone.remove();
  log('end');
}, 1);
