// title "the promise of an event is fulfilled with its arguments, in a microtask"
// rules EMIT-22
// layer node

const EventEmitter = require('events');

const { once } = EventEmitter; // From Node 10.16 on.
const emitter = new EventEmitter();
once(emitter, 'event').then((args) => {
  log('args', args.length);
  log('value', args[1]);
});
process.nextTick(() => log('tick'));
emitter.on('event', () => log('listener'));
emitter.emit('event', 1, 42);
log('left', emitter.listenerCount('event') + emitter.listenerCount('error'));
// Nor is a listener left at its signal; they can be listed from Node 15.2 on.
const { AbortController } = global;
const { getEventListeners } = EventEmitter;
if (AbortController && getEventListeners) {
  const { signal } = new AbortController();
  const waiting = () => getEventListeners(signal, 'abort').length;
  setImmediate(() => {
    const other = new EventEmitter();
    once(other, 'event', { signal });
    once(other, 'other', { signal }).catch(() => {});
    log('waiting', waiting());
    other.emit('event');
    other.emit('error', new Error('failure'));
    log('waiting', waiting());
  });
}
