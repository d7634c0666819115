// title "an emitter that is an asynchronous resource has its ids, its resource and its name, and emits in its context"
// rules EMIT-62
// layer node

const { AsyncLocalStorage, createHook, executionAsyncId } = require('async_hooks');
const { EventEmitterAsyncResource, EventEmitter } = require('events');

// As it is from Node 20 on.
if (EventEmitterAsyncResource && Number(process.versions.node.split('.')[0]) >= 20) {
  const types = {};
  const destroyed = [];
  createHook({
    init: (id, type, trigger) => { types[id] = { type, trigger }; },
    destroy: (id) => destroyed.push(id),
  }).enable();
  const storage = new AsyncLocalStorage();
  class Named extends EventEmitterAsyncResource {}
  const [made, named] = storage.run(7, () => [
    new EventEmitterAsyncResource({ name: 'A-NAME', triggerAsyncId: 1, captureRejections: true }), new Named(),
  ]);
  log(types[made.asyncId].type);
  log(types[named.asyncId].type);
  log('trigger', made.triggerAsyncId);
  log('told', types[made.asyncId].trigger);
  log('default', Number(named.triggerAsyncId === executionAsyncId()));
  log('different', Number(made.asyncId !== named.asyncId));
  log('resource', Number(made.asyncResource.asyncId() === made.asyncId));
  log('emitter', Number(made.asyncResource.eventEmitter === made && made instanceof EventEmitter));
  made.on('event', function listener(a, b) {
    log('context', Number(executionAsyncId() === made.asyncId));
    log('store', storage.getStore());
    log('sum', a + b);
    log('this', Number(this === made));
  });
  log('emitted', Number(made.emit('event', 40, 2)));
  log('not-emitted', Number(made.emit('other')));
  log('outside', Number(storage.getStore() === undefined));
  made.on('error', () => {
    log('captured');
    made.emitDestroy();
    log('destroyed', destroyed.filter((id) => id === made.asyncId).length);
    setTimeout(() => log('destroyed', destroyed.filter((id) => id === made.asyncId).length), 5);
  });
  made.on('failing', async () => { throw new Error('x'); });
  made.emit('failing');
}
