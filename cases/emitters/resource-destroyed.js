// title "destroying an emitter that is a resource calls the destroy hooks for it, later; a second time throws nothing"
// rules EMIT-57
// layer node

const { EventEmitterAsyncResource } = require('events');
const { createHook } = require('async_hooks');

// From Node 17.4 on, and from 16.14.
if (EventEmitterAsyncResource) {
  const emitter = new EventEmitterAsyncResource({ name: 'OWN' });
  createHook({ destroy(id) { if (id === emitter.asyncId) log('destroy'); } }).enable();
  emitter.emitDestroy();
  log('end');
  setTimeout(() => {
    try {
      emitter.emitDestroy();
      log('twice');
    } catch (error) {
      log('thrown');
    }
  }, 5);
}
