// title "a listener that is prepended is called before those that are there"
// rules EMIT-2
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', () => log('second'));
emitter.on('event', () => log('third'));
emitter.prependListener('event', () => log('first'));
emitter.prependOnceListener('event', () => log('only-once'));
emitter.emit('event');
log('again');
emitter.emit('event');
