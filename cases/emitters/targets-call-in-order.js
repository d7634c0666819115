// title "listeners of an event target are called at once and in order, objects among them"
// rules EMIT-31
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  target.addEventListener('event', () => log('first'));
  target.addEventListener('event', { handleEvent: () => log('second') });
  target.addEventListener('event', () => log('only-once'), { once: true });
  target.addEventListener('event', () => log('last'));
  target.dispatchEvent(new Event('event'));
  log('again');
  target.dispatchEvent(new Event('event'));
  log('end');
}
