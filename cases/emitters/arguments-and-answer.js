// title "emit passes its arguments on and returns whether there was a listener"
// rules EMIT-5
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
emitter.on('event', function listen(a, b) {
  log('sum', a + b);
  log(this === emitter ? 'self' : 'other');
});
emitter.on('event', (...args) => log('count', args.length));
log('heard', Number(emitter.emit('event', 40, 2)));
for (let i = 3; i < 10; i += 3) log('heard', Number(emitter.emit('event', ...Array(i).fill(i))));
log('unheard', Number(emitter.emit('nothing')));
