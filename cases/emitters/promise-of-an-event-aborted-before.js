// title "a promise of an event whose signal was aborted before the call does not listen at all"
// rules EMIT-25
// layer node

const events = require('events');

// From Node 15 on.
const { AbortController } = global;
if (AbortController) {
  const controller = new AbortController();
  controller.abort();
  const emitter = new events.EventEmitter();
  events.once(emitter, 'event', { signal: controller.signal })
    .then(() => log('fulfilled'), ({ name }) => log(name));
  log('listeners', emitter.listenerCount('event') + emitter.listenerCount('error'));
  emitter.emit('event');
  const fulfilled = new AbortController();
  events.once(emitter, 'event', { signal: fulfilled.signal })
    .then(([value]) => { log('value', value); fulfilled.abort(); }, () => log('rejected'));
  emitter.emit('event', 1);
  emitter.emit('event', 2);
}
