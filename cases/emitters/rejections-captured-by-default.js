// title "rejections are captured by all new emitters if that is made the default"
// rules EMIT-18
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.captureRejectionSymbol) {
  const old = new EventEmitter();
  EventEmitter.captureRejections = true;
  const fresh = new EventEmitter();
  process.on('unhandledRejection', () => log('unhandled'));
  for (const emitter of [old, fresh]) {
    emitter.on('event', async () => { throw new Error('failure'); });
    emitter.on('error', () => log(emitter === fresh ? 'fresh' : 'old'));
    emitter.emit('event');
  }
  EventEmitter.captureRejections = false;
}
