// title "a store that is entered after an await is kept, also while asynchronous hooks are on"
// rules CONTEXT-2 CONTEXT-9
// layer node

const hooks = require('async_hooks'); // AsyncLocalStorage from Node 12.17 on.

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = async (name, storage, next) => {
    await 1;
    storage.enterWith(name);
    log(`${name}-at-once`, Number(storage.getStore() === name));
    await 2;
    log(`${name}-after-an-await`, Number(storage.getStore() === name));
    setTimeout(() => {
      log(`${name}-in-a-timeout`, Number(storage.getStore() === name));
      next();
    }, 1);
  };
  part('off', new hooks.AsyncLocalStorage(), () => {
    const hook = hooks.createHook({ init() {} }).enable();
    part('on', new hooks.AsyncLocalStorage(), () => hook.disable());
  });
}
