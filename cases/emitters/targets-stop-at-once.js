// title "an event that is stopped at once reaches no further listener"
// rules EMIT-34
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  target.addEventListener('event', () => log('first'));
  target.addEventListener('event', (event) => {
    log('second');
    event.stopImmediatePropagation();
    log('still-second');
  });
  target.addEventListener('event', () => log('third'));
  target.dispatchEvent(new Event('event'));
}
