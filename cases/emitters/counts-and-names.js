// title "counts and names are those of the listeners that are registered"
// rules EMIT-41
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const symbol = Symbol('event');
const listener = () => {};
log('none', emitter.listenerCount('event'));
emitter.on('event', listener).on('event', listener).once('event', listener).on('event', () => {});
emitter.on(symbol, listener);
log('all', emitter.listenerCount('event'));
log('static', EventEmitter.listenerCount(emitter, 'event'));
log('other', emitter.listenerCount('other'));
const names = emitter.eventNames();
log('names', names.length);
log('symbol', Number(names[0] === 'event' && names[1] === symbol));
emitter.emit('event');
log('after-once', emitter.listenerCount('event'));
emitter.removeListener(symbol, listener);
log('names', emitter.eventNames().length);
// From Node 18.16 on a listener can be counted alone.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 19 || (major === 18 && minor >= 16) || (major === 19 && minor >= 8)) {
  emitter.once('event', listener);
  log('of-one', emitter.listenerCount('event', listener));
  log('of-another', emitter.listenerCount('event', () => {}));
  emitter.once('single', listener);
  log('of-one', emitter.listenerCount('single', listener));
  log('of-another', emitter.listenerCount('single', () => {}));
}
