// title "what is called once has its init, before, after and destroy, of whatever kind it is"
// rules HOOK-5
// layer node

const { AsyncResource, createHook } = require('async_hooks');
const fs = require('fs');

const seen = new Map();
const note = (step) => (id) => {
  if (seen.has(id)) seen.get(id).push(step);
};
// There is none before Node 11, which warns of the first, through a tick.
if (global.queueMicrotask) queueMicrotask(() => {});
let making = true;
createHook({
  init: (id, type) => {
    if (making) seen.set(id, [type.replace(/^FSREQ.*/, 'Request')]);
  },
  before: note('before'),
  after: note('after'),
  destroy: note('destroy'),
}).enable();
setTimeout(() => {}, 1);
setImmediate(() => {});
process.nextTick(() => {});
if (global.queueMicrotask) queueMicrotask(() => {});
fs.stat('.', () => {});
const own = new AsyncResource('OWN');
own.runInAsyncScope(() => {});
own.emitDestroy();
making = false;
// Some turns of the loop, in which the last of them is destroyed.
setTimeout(() => setImmediate(() => setTimeout(() => {}, 1)), 20);
process.on('exit', () => {
  const whole = [...seen.values()].filter((steps) => steps.slice(1).join() === 'before,after,destroy').map(([type]) => type);
  for (const kind of ['Timeout', 'Immediate', 'TickObject', 'Microtask', 'Request', 'OWN']) {
    log(kind, whole.filter((type) => type === kind).length);
  }
});
