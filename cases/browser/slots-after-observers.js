// title "the change of a slot is reported after the mutation observers, in the same microtask"
// rules BROWSER-47
// layer browser

const host = document.createElement('div');
const shadow = host.attachShadow({ mode: 'open' });
const slot = document.createElement('slot');
shadow.append(slot);
document.documentElement.append(host);
setTimeout(() => {
  slot.addEventListener('slotchange', () => log('slot'));
  new MutationObserver(() => log('observer')).observe(host, { childList: true });
  host.append(document.createElement('p'));
  queueMicrotask(() => log('microtask'));
  log('end');
}, 1);
