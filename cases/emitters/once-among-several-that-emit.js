// title "of several listeners that are called once each is, though the first of them emits the event again"
// rules EMIT-4
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
let emits = 0;
emitter.once('event', () => {
  log('first');
  // The others have their only call here.
  if (++emits === 1) emitter.emit('event');
  log('back');
});
emitter.once('event', () => log('second'));
emitter.on('event', () => log('always'));
emitter.prependOnceListener('event', () => log('prepended'));
emitter.emit('event');
log('left', emitter.listenerCount('event'));
emitter.emit('event');
