// title "dispatchEvent answers whether a cancelable event was not prevented"
// rules EMIT-36
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  target.addEventListener('event', (event) => event.preventDefault());
  log('cancelable', Number(target.dispatchEvent(new Event('event', { cancelable: true }))));
  log('firm', Number(target.dispatchEvent(new Event('event'))));
  log('unheard', Number(target.dispatchEvent(new Event('other', { cancelable: true }))));
}
