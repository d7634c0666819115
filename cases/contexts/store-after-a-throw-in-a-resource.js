// title "after a throw in a resource, a bound function or a snapshot the store and the execution are those around it"
// rules HOOK-14 CONTEXT-12
// layer node

const { AsyncLocalStorage, AsyncResource, executionAsyncId } = require('async_hooks');

// From Node 12.17 on.
if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const fail = () => {
    log('within', storage.getStore() || 0);
    throw new Error('thrown');
  };
  const calls = storage.run(1, () => {
    const resource = new AsyncResource('OWN');
    return {
      resource: () => resource.runInAsyncScope(fail),
      // From Node 14.8 on.
      bound: AsyncResource.bind ? AsyncResource.bind(fail) : () => resource.runInAsyncScope(fail),
      // From Node 18.16 on.
      snapshot: AsyncLocalStorage.snapshot ? AsyncLocalStorage.snapshot().bind(null, fail) : () => resource.runInAsyncScope(fail),
    };
  });
  const attempt = (name) => {
    const around = executionAsyncId();
    try {
      calls[name]();
    } catch (error) {
      log(error.message);
    }
    log(name, (storage.getStore() || 0) * 10 + Number(executionAsyncId() === around));
  };
  for (const name of ['resource', 'bound', 'snapshot']) attempt(name);
  storage.run(2, () => { for (const name of ['resource', 'bound', 'snapshot']) attempt(name); });
  setImmediate(() => log('later', storage.getStore() || 0));
}
