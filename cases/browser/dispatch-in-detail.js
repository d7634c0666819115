// title "what an event shows on its way, and which listeners are added, kept and called"
// rules BROWSER-34 BROWSER-50
// layer browser

const outer = document.createElement('div');
const inner = document.createElement('p');
outer.append(inner);
const cancelable = (type) => new Event(type, { cancelable: true, bubbles: true });

// Where it is, phase by phase, and afterwards.
const tell = (name) => (event) => log(name, event.eventPhase * 100 + Number(event.target === inner) * 10 + Number(event.currentTarget === (name.startsWith('outer') ? outer : inner)));
outer.addEventListener('way', tell('outer-down'), true);
inner.addEventListener('way', tell('inner-up'));
inner.addEventListener('way', tell('inner-down'), true);
outer.addEventListener('way', tell('outer-up'));
inner.addEventListener('way', (event) => log('path', event.composedPath().length * 10 + Number(event.composedPath()[0] === inner)));
const way = cancelable('way');
log('before', way.eventPhase * 100 + way.composedPath().length * 10 + Number(way.target === null));
log('fine', Number(inner.dispatchEvent(way)));
log('after', way.eventPhase * 100 + way.composedPath().length * 10 + Number(way.target === inner && way.currentTarget === null));

// Whether it was prevented.
inner.addEventListener('prevented', (event) => { event.preventDefault(); log('prevented', Number(event.defaultPrevented)); });
log('said', Number(inner.dispatchEvent(cancelable('prevented'))));
log('not-cancelable', Number(inner.dispatchEvent(new Event('prevented'))));
inner.addEventListener('passive', (event) => { event.preventDefault(); log('passive', Number(event.defaultPrevented)); }, { passive: true });
log('said', Number(inner.dispatchEvent(cancelable('passive'))));

// The same listener is added once for each phase; an object is one, too.
const again = () => log('again');
inner.addEventListener('same', again);
inner.addEventListener('same', again, { once: true });
inner.addEventListener('same', again, true);
const object = { handleEvent(event) { log('object', Number(this === object && event.type === 'same')); } };
inner.addEventListener('same', object);
inner.addEventListener('same', null);
inner.dispatchEvent(new Event('same'));
inner.removeEventListener('same', again, true);
log('removed');
inner.dispatchEvent(new Event('same'));

// One that is dispatched already is refused, and one within another comes first.
inner.addEventListener('nested', (event) => {
  try { inner.dispatchEvent(event); } catch ({ name }) { log(name); }
  inner.dispatchEvent(new Event('removed-by-now'));
  log('nested');
});
inner.addEventListener('removed-by-now', () => log('within'));
inner.dispatchEvent(new Event('nested'));

// Signals of listeners.
const controller = new AbortController();
inner.addEventListener('signalled', () => log('signalled'), { signal: controller.signal });
inner.addEventListener('signalled', () => log('never'), { signal: AbortSignal.abort() });
inner.dispatchEvent(new Event('signalled'));
controller.abort();
inner.dispatchEvent(new Event('signalled'));
log('done');
