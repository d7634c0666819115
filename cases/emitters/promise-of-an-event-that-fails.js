// title "the promise of an event is rejected if the error event comes first"
// rules EMIT-23
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
EventEmitter.once(emitter, 'event').then(() => log('fulfilled'), (error) => {
  log(error.message);
  log('left', emitter.listenerCount('event') + emitter.listenerCount('error'));
});
emitter.emit('error', new Error('failure'));
log('end');
