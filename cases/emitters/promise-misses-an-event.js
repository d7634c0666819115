// title "an event that is emitted before a promise of it is asked for is missed"
// rules EMIT-26
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const { once } = EventEmitter;
once(emitter, 'foo').then(() => {
  log('foo');
  return once(emitter, 'bar');
}).then(() => log('bar'));
Promise.all([once(emitter, 'bar'), once(emitter, 'foo')]).then(() => log('both'));
process.nextTick(() => {
  emitter.emit('foo');
  emitter.emit('bar');
});
setTimeout(() => {
  log('late');
  emitter.emit('bar');
}, 5);
