// title "an error event without a listener is thrown by emit"
// rules EMIT-12
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const failure = new Error('failure');
try {
  emitter.emit('error', failure);
  log('nothing-thrown');
} catch (error) {
  log(error === failure ? 'thrown' : 'other');
}
emitter.on('error', (error) => log(error === failure ? 'heard' : 'other'));
emitter.emit('error', failure);
log('end');
