// title "a hook's callbacks may be inherited, and each may be missing"
// rules HOOK-29
// layer node

const { AsyncResource, createHook } = require('async_hooks');

const ids = new Set();
class Base {
  init(id, type) { if (type === 'OWN') { ids.add(id); log('init'); } }
  before(id) { if (ids.has(id)) log('pre'); }
}
class Derived extends Base {
  after(id) { if (ids.has(id)) log('post'); }
}
const use = (callbacks) => {
  const hook = createHook(callbacks).enable();
  const resource = new AsyncResource('OWN');
  ids.add(resource.asyncId());
  resource.runInAsyncScope(() => log('run'));
  resource.emitDestroy();
  hook.disable();
};
use(new Derived());
log('only-before');
use({ before: (id) => { if (ids.has(id)) log('pre'); } });
log('only-after');
use({ after: (id) => { if (ids.has(id)) log('post'); } });
log('none');
use({});
log('disabled');
new AsyncResource('OWN').runInAsyncScope(() => log('run'));
