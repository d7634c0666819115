// title "a handler that a promise attaches is too late for the tick of the constructor"
// rules TICK-15 TICK-1
// layer node

const EventEmitter = require('events');

class Emitter extends EventEmitter {
  constructor() {
    super();
    process.nextTick(() => {
      log('emits');
      this.emit('event');
    });
  }
}

const emitter = new Emitter();
process.nextTick(() => emitter.on('event', () => log('tick-was-in-time')));
Promise.resolve().then(() => {
  emitter.on('event', () => log('promise-was-in-time'));
  log('attached');
});
emitter.on('event', () => log('in-time'));
