// title "the limit of listeners that one emitter is given is its own"
// rules EMIT-56
// layer node

const EventEmitter = require('events');

const [first, second] = [new EventEmitter(), new EventEmitter()];
first.setMaxListeners(3);
log('first', first.getMaxListeners());
log('second', second.getMaxListeners());
EventEmitter.defaultMaxListeners = 7;
log('first', first.getMaxListeners());
log('second', second.getMaxListeners());
log('new', new EventEmitter().getMaxListeners());
