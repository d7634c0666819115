// title "a hook that is to track no promises hears nothing of them while another one tracks them"
// rules HOOK-25
// layer node

const { createHook } = require('async_hooks');

// From Node 26 on; before, all are tracked.
if (process.versions.node.split('.')[0] >= 26) {
  const promises = new Set();
  let told = 0;
  const tell = (id) => { if (promises.has(id)) told++; };
  let heard = 0;
  const hear = (id) => { if (promises.has(id)) heard++; };
  createHook({ init: (id, type) => { if (type === 'PROMISE') promises.add(id); }, before: hear, after: hear }).enable();
  // Before and behind it in the row of hooks.
  createHook({ init: tell, before: tell, after: tell, destroy: tell, trackPromises: false }).enable();
  createHook({ before: hear }).enable();
  Promise.resolve().then(() => {});
  (async () => { await null; })();
  setTimeout(() => {
    log('told', told);
    log(heard > 0 ? 'heard' : 'unheard');
  }, 1);
}
