// title "removeAllListeners removes those of one event, or of all"
// rules EMIT-11
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
for (const name of ['a', 'b', 'c']) emitter.on(name, () => log(name));
emitter.on('a', () => log('a'));
emitter.removeAllListeners('a');
for (const name of ['a', 'b', 'c']) emitter.emit(name);
emitter.removeAllListeners();
for (const name of ['a', 'b', 'c']) emitter.emit(name);
log('names', emitter.eventNames().length);
