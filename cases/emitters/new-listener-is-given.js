// title "newListener is given the name and the listener as it was passed, by every method that adds"
// rules EMIT-9
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => {};
emitter.on('newListener', (name, given) => {
  log(name);
  log(given === listener ? 'given' : 'other');
  log('so-far', emitter.listenerCount('event'));
});
for (const method of ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener']) {
  emitter[method]('event', listener);
}
