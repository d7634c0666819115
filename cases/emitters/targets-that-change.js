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
}
