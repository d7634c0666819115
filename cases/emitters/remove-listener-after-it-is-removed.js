// title "removeListener is emitted after the listener is removed"
// rules EMIT-10
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => log('called');
emitter.on('removeListener', (name, removed) => {
  log(removed === listener ? 'removed' : 'other');
  log('left', emitter.listenerCount(name));
});
emitter.on('event', listener);
emitter.off('event', listener);
emitter.once('event', listener);
emitter.emit('event');
