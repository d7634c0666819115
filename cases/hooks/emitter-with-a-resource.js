// title "an emitter with a resource calls its listeners in the context of that resource"
// rules HOOK-18
// layer node

const hooks = require('async_hooks');
const { EventEmitter, EventEmitterAsyncResource } = require('events');

// From Node 16.14 on.
if (EventEmitterAsyncResource) {
  const own = new EventEmitterAsyncResource({ name: 'OWN' });
  const plain = new EventEmitter();
  own.on('event', () => log(hooks.executionAsyncId() === own.asyncId ? 'own-scope' : 'other'));
  let emitting;
  plain.on('event', () => log(hooks.executionAsyncId() === emitting ? 'scope-of-emit' : 'other'));
  setImmediate(() => {
    emitting = hooks.executionAsyncId();
    own.emit('event');
    plain.emit('event');
  });
}
