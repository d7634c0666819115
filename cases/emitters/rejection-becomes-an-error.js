// title "a rejection in a listener becomes an error event, later, where rejections are captured"
// rules EMIT-15
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.captureRejectionSymbol) {
  const emitter = new EventEmitter({ captureRejections: true });
  process.on('unhandledRejection', () => log('unhandled'));
  emitter.on('event', async () => { throw new Error('failure'); });
  emitter.on('error', (error) => log(error.message));
  emitter.emit('event');
  log('end');
  setImmediate(() => log('immediate'));
}
