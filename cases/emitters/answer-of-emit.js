// title "emit says whether there was a listener, also if that was its last call"
// rules EMIT-55
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.once('event', () => {});
log('once', Number(emitter.emit('event')));
log('once', Number(emitter.emit('event')));
const listener = () => emitter.removeAllListeners();
emitter.on('event', listener);
log('removed', Number(emitter.emit('event')));
log('removed', Number(emitter.emit('event')));
