// title "of several prepended listeners the latest is called first"
// rules EMIT-52
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', () => log('listener', 1));
emitter.prependListener('event', () => log('listener', 2));
emitter.prependOnceListener('event', () => log('listener', 3));
emitter.prependListener('event', () => log('listener', 4));
emitter.on('event', () => log('listener', 5));
emitter.emit('event');
log('again');
emitter.emit('event');
