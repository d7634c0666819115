// title "a listener is called each time its event is emitted"
// rules EMIT-3
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
let count = 0;
emitter.on('event', () => log('event', ++count));
emitter.emit('event');
emitter.emit('event');
emitter.emit('other');
emitter.emit('event');
