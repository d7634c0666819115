// title "a listener that throws ends the emit: the error comes out of it, and later listeners are not called"
// rules EMIT-48
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
let fails = true;
emitter.on('event', () => log('first'));
emitter.once('event', () => {
  if (fails) throw new Error('x');
});
emitter.on('event', () => log('last'));
for (let i = 0; i < 2; i++) {
  try {
    emitter.emit('event');
    log('ended');
  } catch (error) {
    log('thrown');
    log('left', emitter.listenerCount('event'));
  }
}
fails = false;
