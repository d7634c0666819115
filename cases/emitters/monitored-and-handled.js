// title "a monitored error still reaches its listener, once, and emit answers for the listener"
// rules EMIT-14
// layer node

const { EventEmitter, errorMonitor } = require('events');

// From Node 12.16 on.
if (errorMonitor) {
  const emitter = new EventEmitter();
  emitter.on(errorMonitor, () => log('monitor'));
  emitter.once('error', () => log('listener'));
  log('heard', Number(emitter.emit('error', new Error('first'))));
  try {
    emitter.emit('error', new Error('second'));
    log('nothing-thrown');
  } catch (error) {
    log(error.message);
  }
}
