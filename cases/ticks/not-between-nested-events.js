// title "an event emitted by a listener is over before the next listener is called"
// rules TICK-18
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('outer', () => {
  log('outer-first');
  process.nextTick(() => log('tick'));
  emitter.emit('inner');
});
emitter.on('outer', () => log('outer-second'));
emitter.on('inner', () => log('inner'));
emitter.emit('outer');
