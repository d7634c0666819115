// title "removeListener removes one instance of a listener, the latest"
// rules EMIT-8
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => log('called');
const other = () => log('other');
emitter.on('event', listener);
emitter.on('event', other);
emitter.on('event', listener);
emitter.removeListener('event', listener);
emitter.emit('event');
log('again');
emitter.off('event', listener);
emitter.emit('event');
