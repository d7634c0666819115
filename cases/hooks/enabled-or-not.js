// title "a hook that is not enabled is never called, and one that is enabled twice is called once"
// rules HOOK-23
// layer node

const { createHook } = require('async_hooks');

const make = (label) => createHook({
  init(id, type) { if (type === 'Timeout') log(label); },
});
make('never');
make('once').enable().enable();
const disabled = make('disabled').enable();
disabled.disable();
disabled.disable();
setTimeout(() => {}, 1);
