// title "a file request has one before and one after, around its callback"
// rules HOOK-3
// layer node

const hooks = require('async_hooks');
const fs = require('fs');

const ids = new Set();
hooks.createHook({
  init: (id, type) => { if (/^FSREQ/.test(type)) { ids.add(id); log('init'); } },
  before: (id) => { if (ids.has(id)) log('pre'); },
  after: (id) => { if (ids.has(id)) log('post'); },
}).enable();
fs.stat('.', () => log('callback'));
log('made');
