// title "listeners that are all removed while their event is emitted are called still"
// rules EMIT-6
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', () => {
  log('first');
  emitter.removeAllListeners('event');
});
emitter.on('event', () => log('second'));
emitter.on('event', () => log('third'));
emitter.emit('event');
log('heard', Number(emitter.emit('event')));
