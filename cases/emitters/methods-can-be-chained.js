// title "every method that adds, removes or limits returns the emitter, and the aliases do the same"
// rules EMIT-39
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
const listener = () => log('called');
const methods = ['addListener', 'on', 'once', 'prependListener', 'prependOnceListener'];
let chained = 0;
for (const name of methods) chained += emitter[name]('event', listener) === emitter;
for (const name of ['removeListener', 'off']) chained += emitter[name]('event', listener) === emitter;
chained += emitter.setMaxListeners(20) === emitter;
chained += emitter.removeAllListeners('event') === emitter;
chained += emitter.removeAllListeners() === emitter;
log('chained', chained);
emitter.on('event', () => log('first')).addListener('event', () => log('second'));
const third = () => log('third');
emitter.on('event', third);
emitter.emit('event');
log('without');
emitter.off('event', third).emit('event');
