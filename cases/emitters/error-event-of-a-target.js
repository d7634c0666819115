// title "an error event of an event target is like any other"
// rules EMIT-38
// layer node

const { EventEmitter } = require('events');

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  EventEmitter.once(target, 'event').then(() => log('event'), () => log('rejected'));
  target.dispatchEvent(new Event('error'));
  log('end');
  setImmediate(() => target.dispatchEvent(new Event('event')));
}
