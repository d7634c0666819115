// title "a target with an emitter's methods adds a listener once for each type and emits no event for it"
// rules EMIT-46
// layer node

const { MessageChannel } = require('worker_threads');

// From Node 15 on ports are such targets.
if (global.EventTarget) {
  const { port1: port } = new MessageChannel();
  const listener = () => log('called');
  port.on('newListener', () => log('new'));
  port.on('removeListener', () => log('removed'));
  log('chained', Number(port.on('event', listener) === port));
  port.on('event', listener);
  port.addListener('event', listener);
  log('count', port.listenerCount('event'));
  port.once('event', () => log('once'));
  port.dispatchEvent(new Event('event'));
  log('again');
  port.dispatchEvent(new Event('event'));
  log('names', port.eventNames().filter((name) => name === 'event').length);
  port.off('event', listener);
  log('count', port.listenerCount('event'));
  port.dispatchEvent(new Event('error'));
  port.on('event', listener);
  port.removeAllListeners('event');
  port.dispatchEvent(new Event('event'));
  log('end');
}
