// title "removing all listeners emits removeListener for each of them, and those that tell it go last"
// rules EMIT-10 EMIT-11
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('removeListener', (name) => log(name));
emitter.on('event', () => {});
emitter.once('event', () => {});
emitter.on('other', () => {});
log('only');
emitter.removeAllListeners('event');
log('left', emitter.listenerCount('other'));
log('all');
emitter.removeAllListeners();
log('names', emitter.eventNames().length);
