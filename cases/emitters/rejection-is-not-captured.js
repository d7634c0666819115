// title "a rejection in a listener is an unhandled rejection unless it is captured"
// rules EMIT-16
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
process.on('unhandledRejection', (error) => log(error.message));
emitter.on('event', async () => { throw new Error('unhandled'); });
emitter.on('error', () => log('error'));
emitter.emit('event');
log('end');
