// title "a hook that is to track no promises is not called for them"
// rules HOOK-25
// layer node

const { createHook } = require('async_hooks');

// From Node 26 on; before, all are tracked.
if (process.versions.node.split('.')[0] >= 26) {
  createHook({
    init(id, type) { log(type); },
    trackPromises: false,
  }).enable();
  Promise.resolve().then(() => {});
  setTimeout(() => {}, 1);
}
