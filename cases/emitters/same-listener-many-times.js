// title "a listener that is added several times is called as often, and removed one by one, the latest first"
// rules EMIT-50
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => log('called');
emitter.on('event', listener).on('event', () => log('other')).on('event', listener);
emitter.emit('event');
emitter.off('event', listener);
emitter.emit('event');
emitter.addListener('event', listener).removeListener('event', listener);
log('left', emitter.listenerCount('event'));
