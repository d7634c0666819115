// title "a resource that is called several times has one init, and before and after for each call"
// rules HOOK-2
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'Timeout') { ids.add(id); log('init'); } },
  before: (id) => { if (ids.has(id)) log('pre'); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
let count = 0;
const interval = setInterval(() => {
  log('call', ++count);
  if (count === 3) clearInterval(interval);
}, 1);
