// title "a listener runs in the context of the emit, unless it is bound to that of its registration"
// rules CONTEXT-11
// layer node

const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const EventEmitter = require('events');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const emitter = new EventEmitter();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(1, () => {
    emitter.on('event', () => tell('plain'));
    emitter.on('event', AsyncResource.bind(() => tell('bound')));
  });
  storage.run(2, () => emitter.emit('event'));
}
