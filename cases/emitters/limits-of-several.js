// title "one call limits several emitters and targets; without any it is the default of new ones"
// rules EMIT-42
// layer node

const events = require('events');

// From Node 15.4 on.
if (events.setMaxListeners && events.getEventListeners) {
  process.on('warning', ({ name, count }) => {
    if (name === 'MaxListenersExceededWarning') log('warning', count);
  });
  const emitters = [new events.EventEmitter(), new events.EventEmitter(), new events.EventEmitter()];
  const target = new EventTarget();
  events.setMaxListeners(2, ...emitters, target);
  for (const emitter of emitters) log('limit', emitter.getMaxListeners());
  for (let i = 0; i < 3; i++) target.addEventListener('event', () => {});
  emitters[2].on('event', () => {}).on('event', () => {}).on('event', () => {});
  events.setMaxListeners(4);
  log('new', new events.EventEmitter().getMaxListeners());
  log('old', emitters[0].getMaxListeners());
}
