// title "a listener that is added while its event is emitted is called from the next time on"
// rules EMIT-7
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.once('event', () => {
  log('first');
  emitter.on('event', () => log('late'));
});
emitter.on('event', () => log('second'));
emitter.emit('event');
log('again');
emitter.emit('event');
