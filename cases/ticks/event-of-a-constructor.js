// title "an event that a constructor emits is lost unless it goes through a tick"
// rules TICK-15
// layer node

const EventEmitter = require('events');

class Emitter extends EventEmitter {
  constructor() {
    super();
    this.emit('at-once');
    process.nextTick(() => this.emit('through-a-tick'));
  }
}

const emitter = new Emitter();
emitter.on('at-once', () => log('at-once'));
emitter.on('through-a-tick', () => log('through-a-tick'));
log('end');
