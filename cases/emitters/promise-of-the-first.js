// title "a promise of an event has the arguments of the first one after the call, whatever follows it"
// rules EMIT-22
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
EventEmitter.once(emitter, 'event').then((args) => {
  log('arguments', args.length);
  log('first', args[0]);
});
emitter.emit('event', 1, 'a', 'b');
emitter.emit('event', 2);
Promise.resolve().then(() => emitter.emit('event', 3));
setImmediate(() => log('next'));
EventEmitter.once(emitter, 'other').then((args) => log('none', args.length));
emitter.emit('other');
