// title "a listener that is removed while its event is emitted is called still, and then no more"
// rules EMIT-6
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const second = () => log('second');
emitter.on('event', () => {
  log('first');
  emitter.removeListener('event', second);
});
emitter.on('event', second);
emitter.emit('event');
log('again');
emitter.emit('event');
