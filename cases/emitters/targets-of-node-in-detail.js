// title "a target with an emitter's methods emits, counts, names, limits and removes listeners as an emitter does"
// rules EMIT-58
// layer node

const { MessageChannel } = require('worker_threads');

// Ports are such targets; emit is as it is from Node 15.14 on, and a limit can be read from Node 18 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const { port1: port } = new MessageChannel();
  const first = (value) => log('first', value);
  const second = { handleEvent(value) { log('second', Number(this === second) + value); } };
  const chained = (label, method, ...args) => log(label, Number(port[method](...args) === port));
  log('emitted', Number(port.emit('event', 1)));
  chained('on', 'on', 'event', first);
  chained('listener', 'addListener', 'other', first);
  chained('listener', 'addListener', 'event', second);
  log('emitted', Number(port.emit('event', 2)));
  log('count', port.listenerCount('event'));
  log('count', port.listenerCount('other'));
  log('count', port.listenerCount('none'));
  log('names', ['event', 'other', 'none'].filter((name) => port.eventNames().includes(name)).length);
  chained('off', 'off', 'event', first);
  log('count', port.listenerCount('event'));
  log('emitted', Number(port.emit('event', 3)));
  chained('removed', 'removeListener', 'event', second);
  log('emitted', Number(port.emit('event', 4)));
  log('names', ['event', 'other', 'none'].filter((name) => port.eventNames().includes(name)).length);
  chained('once', 'once', 'event', first);
  log('emitted', Number(port.emit('event', 5)));
  log('count', port.listenerCount('event'));
  log('emitted', Number(port.emit('event', 6)));
  port.on('event', first).on('third', first);
  chained('all-of-one', 'removeAllListeners', 'event');
  log('count', port.listenerCount('event'));
  log('count', port.listenerCount('other') + port.listenerCount('third'));
  chained('all', 'removeAllListeners');
  log('count', port.listenerCount('other') + port.listenerCount('third'));
  port.setMaxListeners(3);
  log('limit', port.getMaxListeners());
  port.setMaxListeners(7);
  log('limit', port.getMaxListeners());
  port.close();
}
