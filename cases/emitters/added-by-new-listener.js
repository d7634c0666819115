// title "a listener that newListener adds for the same event stands before the one that is being added"
// rules EMIT-51
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.once('newListener', (name) => {
  log(name);
  emitter.on('event', () => log('inserted'));
});
emitter.on('event', () => log('added'));
log('listeners', emitter.listenerCount('event'));
emitter.emit('event');
