// title "lists of listeners are copies, with the wrappers of once only where these are asked for"
// rules EMIT-40
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const first = () => log('first');
const once = () => log('once');
emitter.on('event', first).once('event', once);
const listeners = emitter.listeners('event');
log('bare', Number(listeners[0] === first && listeners[1] === once));
const raw = emitter.rawListeners ? emitter.rawListeners('event') : [];
log('wrapped', Number(raw[1] !== once && raw[1].listener === once));
listeners.length = 0;
emitter.listeners('event').push(() => log('pushed'));
emitter.rawListeners('event').pop();
emitter.emit('event');
log('left', emitter.listeners('event').length);
emitter.once('event', once);
const wrapper = emitter.rawListeners('event')[1];
wrapper.listener();
log('called-through', emitter.listenerCount('event'));
wrapper();
log('removed', emitter.listenerCount('event'));
emitter.on('removed', first).removeListener('removed', first);
log('old-copy', listeners.length);
