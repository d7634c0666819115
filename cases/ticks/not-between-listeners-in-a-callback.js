// title "in a callback of the loop the queues wait for the last listener, too"
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
setTimeout(() => {
  emitter.emit('event');
  log('end');
}, 1);
