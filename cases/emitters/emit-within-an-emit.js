// title "an emit within a listener is done before the listener goes on, and before the listeners after it"
// rules EMIT-49
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('outer', () => {
  log('begin');
  log('answer', Number(emitter.emit('inner')));
  log('end');
});
emitter.on('outer', () => log('next'));
emitter.on('inner', () => log('inner'));
emitter.emit('outer');
let depth = 0;
emitter.on('again', () => {
  if (++depth < 3) emitter.emit('again');
  log('depth', depth--);
});
emitter.emit('again');
