// title "the promise of an event is rejected and forgotten when its signal is aborted"
// rules EMIT-25
// layer node

const EventEmitter = require('events');

// From Node 15 on.
const { AbortController } = global;
if (AbortController) {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  EventEmitter.once(emitter, 'event', { signal: controller.signal })
    .then(() => log('fulfilled'), (error) => log(error.name === 'AbortError' ? 'aborted' : 'other'));
  controller.abort();
  log('left', emitter.listenerCount('event') + emitter.listenerCount('error'));
  emitter.emit('event');
}
