// title "the iterator of an event ends with the events that are to close it"
// rules EMIT-30
// layer node

const EventEmitter = require('events');

// From Node 20 on. Before, the option is unknown and nothing ends the loop.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const emitter = new EventEmitter();
  (async () => {
    for await (const [value] of EventEmitter.on(emitter, 'event', { close: ['end'] })) {
      log('value', value);
    }
    log('over');
  })();
  setTimeout(() => {
    emitter.emit('event', 1);
    emitter.emit('event', 2);
    emitter.emit('end');
    emitter.emit('event', 3);
  }, 1);
}
