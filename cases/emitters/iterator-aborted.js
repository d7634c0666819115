// title "the iterator of an event throws an AbortError when its signal is aborted"
// rules EMIT-29
// layer node

const EventEmitter = require('events');

// From Node 15 on.
const { AbortController } = global;
if (AbortController) {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  (async () => {
    try {
      for await (const [value] of EventEmitter.on(emitter, 'event', { signal: controller.signal })) {
        log('value', value);
      }
      log('over');
    } catch (error) {
      log(error.name === 'AbortError' ? 'aborted' : 'other');
      log('left', emitter.listenerCount('event'));
    }
  })();
  setTimeout(() => emitter.emit('event', 1), 1);
  setTimeout(() => controller.abort(), 5);
}
