// title "the promise of the error event itself is fulfilled with the error"
// rules EMIT-24
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
EventEmitter.once(emitter, 'error').then(([error]) => log(error.message), () => log('rejected'));
emitter.emit('error', new Error('failure'));
