// title "an error event is thrown whatever its argument is, and a listener gets it as it is"
// rules EMIT-12
// layer node

const EventEmitter = require('events');

for (const value of ['text', undefined, null, 42, { message: 'object' }, new Error('failure')]) {
  try {
    new EventEmitter().emit('error', value);
    log('nothing-thrown');
  } catch (error) {
    log(error === value ? 'as-it-is' : 'thrown');
    if (error !== value) log(error.code === 'ERR_UNHANDLED_ERROR' ? 'unhandled' : 'other');
  }
  const emitter = new EventEmitter();
  emitter.on('error', (given) => log(given === value ? 'given' : 'other'));
  try {
    log('heard', Number(emitter.emit('error', value)));
  } catch (error) {
    log('thrown-all-the-same');
  }
}
