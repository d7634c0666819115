// title "a rejection in a listener of an error event that capturing has made is not captured"
// rules EMIT-19
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.captureRejectionSymbol) {
  const emitter = new EventEmitter({ captureRejections: true });
  process.on('unhandledRejection', (error) => log(error.message));
  emitter.on('event', async () => { throw new Error('failure'); });
  emitter.on('error', async () => {
    log('error');
    throw new Error('unhandled');
  });
  emitter.emit('event');
}
