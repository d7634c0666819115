// title "a store that a listener enters is there for the listeners after it"
// rules CONTEXT-9
// layer node

const { AsyncLocalStorage } = require('async_hooks');
const EventEmitter = require('events');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const emitter = new EventEmitter();
  emitter.on('event', () => storage.enterWith(1));
  emitter.on('event', () => log('second', storage.getStore() || 0));
  setImmediate(() => emitter.emit('event'));
}
