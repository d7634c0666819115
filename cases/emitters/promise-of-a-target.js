// title "the promise of an event, and the iterator of events, take targets too"
// rules EMIT-53
// layer node

const events = require('events');

// From Node 15 on.
if (global.EventTarget && process.versions.node.split('.')[0] >= 16) {
  const target = new EventTarget();
  events.once(target, 'event').then(([event]) => log(event.type));
  const iterator = events.on(target, 'other');
  iterator.next().then(({ value: [event] }) => log(event.type));
  log('answer', Number(target.dispatchEvent(new Event('event'))));
  target.dispatchEvent(new Event('other'));
  target.dispatchEvent(new Event('event'));
}
