// title "the eleventh listener of an event is warned of, once"
// rules EMIT-20
// layer node

const EventEmitter = require('events');

const emitter = new EventEmitter();
process.on('warning', (warning) => {
  if (warning.name !== 'MaxListenersExceededWarning') return;
  log('warning', warning.count);
  log(warning.emitter === emitter ? 'emitter' : 'other');
  log(warning.type);
});
for (let i = 0; i < 10; i++) emitter.on('event', () => {});
setTimeout(() => {
  log('eleventh');
  for (let i = 0; i < 3; i++) emitter.on('event', () => {});
  log('listeners', emitter.listenerCount('event'));
}, 5);
