// title "a limit of Infinity or zero means no limit, and the limit that was set can be read"
// rules EMIT-21
// layer node

const EventEmitter = require('events');

process.on('warning', ({ name }) => { if (name === 'MaxListenersExceededWarning') log('warning'); });
log('default', new EventEmitter().getMaxListeners());
for (const limit of [Infinity, 0, 12]) {
  const emitter = new EventEmitter().setMaxListeners(limit);
  log('limit', emitter.getMaxListeners() === limit ? 1 : 0);
  for (let i = 0; i < 12; i++) emitter.on('event', () => {});
  log('added', emitter.listenerCount('event'));
}
setImmediate(() => log('end'));
