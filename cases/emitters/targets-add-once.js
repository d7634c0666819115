// title "a listener is added to an event target once for each type and capture"
// rules EMIT-32
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  const listener = () => log('called');
  target.addEventListener('event', listener);
  target.addEventListener('event', listener);
  target.addEventListener('event', listener, { capture: true });
  target.dispatchEvent(new Event('event'));
  log('again');
  target.removeEventListener('event', listener);
  target.dispatchEvent(new Event('event'));
}
