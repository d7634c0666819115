// title "what a listener returns neither stops the others nor becomes the answer of emit"
// rules EMIT-1
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
for (const value of [false, null, 0, true, 'text']) {
  emitter.on('event', () => { log('called'); return value; });
}
log(emitter.emit('event') === true ? 'true' : 'other');
