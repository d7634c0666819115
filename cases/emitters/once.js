// title "a listener added by once is removed and then called"
// rules EMIT-4
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.once('event', () => {
  log('event', emitter.listenerCount('event'));
  emitter.emit('event'); // Nobody listens any more.
});
emitter.emit('event');
emitter.emit('event');
