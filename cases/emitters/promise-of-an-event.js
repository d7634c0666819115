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
