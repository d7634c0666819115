// title "a monitor of errors is called before the listeners, whoever came first"
// rules EMIT-13
// layer node

const { EventEmitter, errorMonitor } = require('events');

// From Node 12.16 on.
if (errorMonitor) {
  const emitter = new EventEmitter();
  const failure = new Error('failure');
  const tell = (label) => function called(...args) {
    log(label, Number(this === emitter && args.length === 2 && args[0] === failure && args[1] === 'more'));
  };
  emitter.on('error', tell('listener'));
  emitter.on(errorMonitor, tell('monitor'));
  emitter.emit('error', failure, 'more');
}
