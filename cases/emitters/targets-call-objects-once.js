// title "an object that listens once is removed before its only call, so that an event within it does not call it"
// rules EMIT-31
// layer node

// From Node 15 on.
if (typeof EventTarget !== 'undefined') {
  const target = new EventTarget();
  const listener = {
    handleEvent({ type }) {
      log(type, this === listener ? 1 : 0);
      target.dispatchEvent(new Event('event'));
      log('inner');
    },
  };
  target.addEventListener('event', listener, { once: true });
  target.addEventListener('event', () => log('always'));
  for (let i = 0; i < 2; i++) {
    target.dispatchEvent(new Event('event'));
    log('dispatched');
  }
  // It may be added again, and is called once again.
  target.addEventListener('event', listener, { once: true });
  target.dispatchEvent(new Event('event'));
}
