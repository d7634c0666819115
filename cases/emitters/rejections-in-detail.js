// title "a captured rejection is given with its event and arguments, later, and its symbol is the module's"
// rules EMIT-61
// layer node

const EventEmitter = require('events');

// From Node 13.4 on, and from 12.16.
if (EventEmitter.captureRejectionSymbol) {
  const error = new Error('x');
  class Own extends EventEmitter {
    constructor() {
      super({ captureRejections: true });
    }

    [EventEmitter.captureRejectionSymbol](given, ...rest) {
      log('error', Number(given === error));
      log(rest[0]);
      log('arguments', rest.length - 1);
      log('sum', rest.slice(1).reduce((sum, value) => sum + value, 0));
      log('this', Number(this === own));
    }
  }
  const own = new Own();
  log('symbol', Number(EventEmitter.captureRejectionSymbol === Symbol.for('nodejs.rejection')));
  own.on('event', async () => { throw error; });
  own.on('event', async () => log('fine'));
  own.on('error', () => log('not-called'));
  own.emit('event', 40, 2);
  log('emitted');
  process.nextTick(() => log('tick'));
  // Without the method it is an error event, with the error alone.
  const plain = new EventEmitter({ captureRejections: true });
  plain.on('later', () => new Promise((_, reject) => setTimeout(reject, 5, error)));
  plain.on('error', (...args) => {
    log('error', Number(args[0] === error));
    log('arguments', args.length);
  });
  plain.emit('later', 1, 2, 3);
}
