// title "of a listener added by on and by once the later one is removed"
// rules EMIT-8
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const pong = () => log('pong');
emitter.on('ping', pong);
emitter.once('ping', pong);
emitter.removeListener('ping', pong);
emitter.emit('ping');
emitter.emit('ping');
