// title "listeners are called within emit, in the order of their registration"
// rules EMIT-1
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', () => { log('first'); return Promise.resolve(); });
emitter.addListener('event', () => log('second'));
emitter.once('event', () => log('third'));
process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('microtask'));
log('begin');
emitter.emit('event');
log('end');
