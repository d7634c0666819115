// title "a captured rejection goes to the method nodejs.rejection where there is one"
// rules EMIT-17
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.captureRejectionSymbol) {
  const emitter = new EventEmitter({ captureRejections: true });
  emitter[Symbol.for('nodejs.rejection')] = (error, name, ...args) => {
    log(error.message);
    log(name, args[0]);
  };
  emitter.on('event', async () => { throw new Error('failure'); });
  emitter.on('error', () => log('error'));
  emitter.emit('event', 42);
  log('end');
}
