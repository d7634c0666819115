// title "a listener is removed from the event that is named, whether on or once has added it"
// rules EMIT-8 EMIT-10
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => log('called');
emitter.on('a', listener).on('b', listener).once('c', listener);
emitter.on('removeListener', (name, given) => {
  log('removed', name.charCodeAt(0) - 97);
  log(given === listener ? 'given' : 'other');
});
emitter.removeListener('b', listener);
emitter.removeListener('c', listener);
emitter.removeListener('nothing', listener);
emitter.removeListener('a', () => {});
log('emit');
for (const name of ['a', 'b', 'c']) emitter.emit(name);
