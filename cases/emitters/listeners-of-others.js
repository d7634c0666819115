// title "listeners can be listed and counted for emitters and for event targets alike"
// rules EMIT-43
// layer node

const events = require('events');

// From Node 15.2 on.
if (events.getEventListeners) {
  const emitter = new events.EventEmitter();
  const target = new EventTarget();
  const listener = () => {};
  emitter.on('event', listener).once('event', listener);
  target.addEventListener('event', listener);
  target.addEventListener('event', listener, { capture: true });
  target.addEventListener('event', () => {}, { once: true });
  for (const object of [emitter, target]) {
    const listeners = events.getEventListeners(object, 'event');
    log('listeners', listeners.length);
    log('first', Number(listeners[0] === listener));
    listeners.length = 0;
    log('copy', events.getEventListeners(object, 'event').length);
    log('none', events.getEventListeners(object, 'other').length);
  }
  target.dispatchEvent(new Event('event'));
  log('left', events.getEventListeners(target, 'event').length);
}
