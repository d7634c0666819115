// title "listeners of a target are removed by type and capture, and none is added by an aborted signal"
// rules EMIT-32 EMIT-35
// layer node

// From Node 15 on.
const { EventTarget, Event, AbortController } = global;
if (EventTarget) {
  const target = new EventTarget();
  const listener = () => log('called');
  target.addEventListener('event', listener);
  target.addEventListener('event', listener, { capture: true });
  target.addEventListener('event', listener, true);
  target.addEventListener('event', listener, { once: true });
  target.dispatchEvent(new Event('event'));
  log('only');
  target.removeEventListener('event', listener, { capture: true });
  target.removeEventListener('other', listener);
  target.dispatchEvent(new Event('event'));
  log('none');
  target.removeEventListener('event', listener);
  target.dispatchEvent(new Event('event'));
  const controller = new AbortController();
  controller.abort();
  target.addEventListener('event', () => log('aborted'), { signal: controller.signal });
  target.addEventListener('event', null);
  target.dispatchEvent(new Event('event'));
  log('again');
  target.addEventListener('event', listener);
  target.dispatchEvent(new Event('event'));
  // One that is removed while others are called is not called, be it the next one or a later one.
  const changing = new EventTarget();
  const removed = () => log('removed');
  const later = () => log('later');
  changing.addEventListener('event', () => {
    log('first');
    changing.removeEventListener('event', removed);
    changing.removeEventListener('event', later);
  });
  changing.addEventListener('event', removed);
  changing.addEventListener('event', () => log('second'));
  changing.addEventListener('event', later);
  changing.dispatchEvent(new Event('event'));
}
