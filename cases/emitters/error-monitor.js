// title "a monitor of errors is called before the listeners, whoever came first"
// rules EMIT-13
// layer node

const { EventEmitter, errorMonitor } = require('events');

// From Node 12.16 on.
if (errorMonitor) {
  const emitter = new EventEmitter();
  emitter.on('error', () => log('listener'));
  emitter.on(errorMonitor, () => log('monitor'));
  emitter.emit('error', new Error('failure'));
}
