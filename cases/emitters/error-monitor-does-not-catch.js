// title "a monitor of errors does not keep an error from being thrown"
// rules EMIT-14
// layer node

const { EventEmitter, errorMonitor } = require('events');

// From Node 12.16 on.
if (errorMonitor) {
  const emitter = new EventEmitter();
  emitter.on(errorMonitor, () => log('monitor'));
  try {
    emitter.emit('error', new Error('failure'));
    log('nothing-thrown');
  } catch (error) {
    log('thrown');
  }
}
