// title "the iterator of an event gives what came before an error, and throws it"
// rules EMIT-28
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.on) {
  const emitter = new EventEmitter();
  process.nextTick(() => {
    // The first goes to who waits for it, the others are kept.
    emitter.emit('event', 1);
    emitter.emit('event', 2);
    emitter.emit('event', 3);
    emitter.emit('error', new Error('failure'));
  });
  (async () => {
    try {
      for await (const [value] of EventEmitter.on(emitter, 'event')) log('value', value);
      log('over');
    } catch (error) {
      log(error.message);
      log('left', emitter.listenerCount('event') + emitter.listenerCount('error'));
    }
  })();
}
