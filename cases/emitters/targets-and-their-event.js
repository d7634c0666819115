// title "an event knows its target and its phase while it is dispatched, and may be dispatched again"
// rules EMIT-45
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  const event = new Event('event', { cancelable: true });
  log('phase', event.eventPhase);
  log('path', event.composedPath().length);
  let times = 0;
  target.addEventListener('event', function listen(given) {
    log(given === event ? 'same' : 'other');
    log(this === target && event.target === target && event.currentTarget === target ? 'target' : 'none');
    log('phase', event.eventPhase);
    log('path', event.composedPath().length);
    if (times++ === 0) event.preventDefault();
    log('prevented', Number(event.defaultPrevented && !event.returnValue));
  });
  log('answer', Number(target.dispatchEvent(event)));
  log('phase', event.eventPhase);
  log('path', event.composedPath().length);
  log('answer', Number(target.dispatchEvent(event)));
  const plain = new Event('plain');
  target.addEventListener('plain', () => plain.preventDefault());
  log('not-cancelable', Number(target.dispatchEvent(plain)));
  log('prevented', Number(plain.defaultPrevented));
}
