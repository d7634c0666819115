// title "a symbol is a name of its own, different from its description and from another symbol"
// rules EMIT-47
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const [first, second] = [Symbol('own'), Symbol('own')];
emitter.on('own', () => log('text'));
emitter.on(first, () => log('first'));
emitter.on(second, () => log('second'));
emitter.emit(second);
emitter.emit('own');
emitter.emit(first);
log('names', emitter.eventNames().length);
