// title "an event that is dispatched again is not stopped any more, but still prevented; a passive listener binds itself alone"
// rules BROWSER-50
// layer browser

const box = document.createElement('div');
const inner = document.createElement('p');
box.append(inner);
const event = new Event('own', { bubbles: true, cancelable: true });
inner.addEventListener('own', (one) => { one.preventDefault(); one.stopPropagation(); log('stops'); }, { once: true });
box.addEventListener('own', () => log('outer', Number(event.defaultPrevented)));
log('first', Number(inner.dispatchEvent(event)));
log('prevented', Number(event.defaultPrevented));
log('second', Number(inner.dispatchEvent(event)));

const mixed = new Event('mixed', { cancelable: true });
box.addEventListener('mixed', (one) => { one.preventDefault(); log('passive', Number(one.defaultPrevented)); }, { passive: true });
box.addEventListener('mixed', (one) => { one.preventDefault(); log('active', Number(one.defaultPrevented)); });
log('mixed', Number(box.dispatchEvent(mixed)));
