// title "neither queue drains between two listeners of one event"
// rules TICK-18
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', () => {
  log('first');
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('promise'));
});
emitter.on('event', () => log('second'));
emitter.emit('event');
log('end');
