// title "newListener is emitted before the listener is added"
// rules EMIT-9
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.once('newListener', (name) => {
  log('new', emitter.listenerCount(name));
  emitter.on(name, () => log('slipped-in'));
});
emitter.on('event', () => log('added'));
log('there', emitter.listenerCount('event'));
emitter.emit('event');
