// title "the iterator of an event gives all of them, one at a time and in order"
// rules EMIT-27
// layer node

const EventEmitter = require('events');

// From Node 12.16 on.
if (EventEmitter.on) {
  const emitter = new EventEmitter();
  process.nextTick(() => {
    for (let i = 1; i <= 3; i++) emitter.emit('event', i, -i, 0);
  });
  setTimeout(() => emitter.emit('event', 4), 50);
  (async () => {
    for await (const [value, ...rest] of EventEmitter.on(emitter, 'event')) {
      log('begin', value);
      log('rest', rest.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log('end', value);
      if (value === 4) break;
    }
    log('left', emitter.listenerCount('event') + emitter.listenerCount('error'));
  })();
}
