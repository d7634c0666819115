// title "a listener of a target that is added with once is removed before it is called"
// rules EMIT-31
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  target.addEventListener('event', () => {
    log('once');
    target.dispatchEvent(new Event('event'));
  }, { once: true });
  target.addEventListener('event', { handleEvent() { log('object'); } });
  const later = { handleEvent() { log('before'); } };
  target.addEventListener('event', later);
  later.handleEvent = () => log('after');
  target.dispatchEvent(new Event('event'));
  log('again');
  target.dispatchEvent(new Event('event'));
}
