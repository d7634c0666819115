// title "what is added while several listeners are called is not called by that emit, wherever it is put"
// rules EMIT-7
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const add = () => {
  log('first');
  emitter.on('event', () => log('appended'));
  emitter.prependListener('event', () => log('prepended'));
  emitter.once('event', () => log('once'));
};
emitter.on('event', add);
emitter.on('event', () => log('second'));
emitter.on('event', () => log('third'));
emitter.emit('event');
emitter.removeListener('event', add);
log('again');
emitter.emit('event');
log('last');
// An emit within an emit calls what was added before it, and the outer one still does not.
emitter.prependOnceListener('event', () => {
  emitter.on('event', () => log('inner'));
  emitter.emit('event');
  log('outer');
});
emitter.emit('event');
