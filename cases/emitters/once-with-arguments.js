// title "a listener of once gets all arguments and the emitter as this, as the others do"
// rules EMIT-5
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
function listen(...args) {
  log('sum', args.reduce((sum, arg) => sum + arg, 0));
  log(this === emitter ? 'self' : 'other');
}
emitter.once('event', listen);
emitter.prependOnceListener('event', listen);
emitter.prependListener('event', listen);
emitter.addListener('event', listen);
log('heard', Number(emitter.emit('event', 1, 2, 3, 4)));
log('again');
log('heard', Number(emitter.emit('event')));
const silent = new EventEmitter();
silent.once('event', () => false);
log('once', Number(silent.emit('event')));
log('over', Number(silent.emit('event')));
