// title "a listener of an event target is removed when its signal is aborted"
// rules EMIT-35
// layer node

// From Node 15.4 on.
const { EventTarget, Event, AbortController } = global;
if (EventTarget) {
  const target = new EventTarget();
  const controller = new AbortController();
  // How it was added makes no difference.
  target.addEventListener('event', () => log('captured'), { capture: true, signal: controller.signal });
  target.addEventListener('event', () => log('first'), { signal: controller.signal });
  target.addEventListener('event', { handleEvent: () => log('object') }, { signal: controller.signal });
  target.addEventListener('event', () => log('second'));
  target.dispatchEvent(new Event('event'));
  controller.abort();
  log('aborted');
  target.dispatchEvent(new Event('event'));
}
