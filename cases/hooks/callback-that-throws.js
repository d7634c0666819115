// title "of a callback that throws, after comes when the exception was reported"
// rules HOOK-6
// layer node

const hooks = require('async_hooks');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (type === 'Timeout') ids.add(id); },
  before: (id) => { if (ids.has(id)) log('pre'); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
process.on('uncaughtException', () => log('uncaught'));
setTimeout(() => {
  log('throw');
  throw new Error('thrown');
}, 1);
